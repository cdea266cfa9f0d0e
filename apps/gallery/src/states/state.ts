import type { HostConfig } from '@latchkey/core';
import type { AppConfig, WireUser } from '@latchkey/wire';
import type { PropsOf, ScreenName, Services } from '../../../../packages/react/src/gallery.ts';
import type { Hand } from '../hand.ts';
import type { Answer, Node } from '../network.ts';
import type { WalletFrameConduct } from '../walletFrame.ts';
import type { PageWallet } from '../walletsOfPage.ts';

/** The world around a screen. */
export interface Conditions {
  /** What the app is, beside a usual one. */
  readonly app?: Partial<AppConfig>;
  /** What its host wishes. */
  readonly host?: HostConfig;
  /** Names of login methods that are offered, also of those that no app can turn on yet. */
  readonly methods?: readonly string[];
  /** What the service says; calls that are not named wait for ever. */
  readonly answers?: readonly Answer[];
  /** What the node of its chains says. @default nothing, for ever */
  readonly node?: Node;
  /** Wallets that are in the page. @default none */
  readonly wallets?: readonly PageWallet[];
  /** @default 'silent' */
  readonly walletFrame?: WalletFrameConduct;
  /** @default false */
  readonly isLoggedIn?: boolean;
  /** Who logs in. @default Ada */
  readonly user?: WireUser;
  /** What stands in place of the usual services. */
  readonly services?: Partial<Services>;
  /** What happened on screens before. */
  prepare?(services: Services): Promise<unknown>;
  /** What a person does on the screen; it ends when the state shows. */
  act?(hand: Hand): Promise<unknown>;
}

/** A screen in a state. */
export interface State<N extends ScreenName> extends Conditions {
  readonly props: PropsOf<N>;
}

/** The states of a screen by their names; each screen has a usual one. */
export interface States<N extends ScreenName> {
  readonly usual: State<N>;
  readonly [other: string]: State<N>;
}
