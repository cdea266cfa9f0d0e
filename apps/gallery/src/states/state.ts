import type { HostConfig } from '@latchkey/core';
import type { AppConfig, WireUser } from '@latchkey/wire';
import type { PropsOf, ScreenName, Services } from '../../../../packages/react/src/gallery.ts';
import type { Context } from '../../../hosted/src/gallery.ts';
import type { Hand } from '../hand.ts';
import type { Answer, Node } from '../network.ts';
import type { WalletFrameConduct } from '../walletFrame.ts';
import type { PageWallet } from '../walletsOfPage.ts';

export interface Conditions {
  /** Changes to the usual app. */
  readonly app?: Partial<AppConfig>;
  readonly host?: HostConfig;
  /** Names of the offered login methods, also of ones that an app cannot enable. @default those of the settings */
  readonly methods?: readonly string[];
  /** Responses that precede the usual ones. A call without a response waits forever. */
  readonly answers?: readonly Answer[];
  /** Responses of the chains' node. @default the node never responds */
  readonly node?: Node;
  /** Wallets in the page. @default none */
  readonly wallets?: readonly PageWallet[];
  /** @default 'silent' */
  readonly walletFrame?: WalletFrameConduct;
  /** @default false */
  readonly isLoggedIn?: boolean;
  /** User who logs in. @default Ada */
  readonly user?: WireUser;
  readonly services?: Partial<Services>;
  /** Does what happened on earlier screens. */
  prepare?(services: Services): Promise<unknown>;
  /** Acts as the user on the screen. Resolves once the state is shown. */
  act?(hand: Hand): Promise<unknown>;
}

export interface State<N extends ScreenName> extends Conditions {
  readonly props: PropsOf<N>;
}

/** A hosted page in a state. */
export interface HostedState extends Conditions {
  /** Screen of the modal that the page shows, and on which `act` acts. @default none, and `act` acts on the page */
  readonly screen?: ScreenName;
  /** True for a window that has lost the page that opened it. @default false */
  readonly isApart?: boolean;
  /** Draws the page. Its result is ignored. */
  open(context: Context): unknown;
}

/** States of a hosted page by name. Each page has a usual one. */
export interface HostedStates {
  readonly usual: HostedState;
  readonly [other: string]: HostedState;
}

/** States of a screen by name. Each screen has a usual one. */
export interface States<N extends ScreenName> {
  readonly usual: State<N>;
  readonly [other: string]: State<N>;
}
