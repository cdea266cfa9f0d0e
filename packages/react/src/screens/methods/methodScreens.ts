import type { LatchkeyClient } from '@latchkey/core';
import type { ComponentType } from 'react';
import type { LinkMethod, ModalRequest, Outcome } from '../../request.ts';
import type { ConfirmWay } from '../changes/confirmWay.ts';
import type { LandingView } from '../landing/arrange.ts';
import type { LandingProps } from '../landing/typed.ts';
import type { Exit, Failed, Screen } from '../screen.ts';

export interface MethodScreens {
  /** Row on the landing screen: a component of {@link MethodEntryProps}. */
  readonly Entry?: ComponentType<never>;
  /** Links below the rows of the landing screen: a component of {@link MethodLinksProps}. */
  readonly Links?: ComponentType<never>;
  /** Screens of the method, by their names in the specification. */
  readonly screens?: Readonly<
    Record<string, Pick<Screen<never, never>, 'height'> & { readonly View: unknown }>
  >;
  readonly loadConfirm?: () => Promise<ConfirmWay>;
  /** Finds the result with which this method opened, or returned to, the page. */
  readonly findReturn?: (client: LatchkeyClient) => Promise<MethodReturn | null>;
}

/** Props of a row on the landing screen. @typeParam Starts the exits that it takes if the user continues */
export interface MethodEntryProps<Starts> {
  /** Method name as in settings: a provider of social login has its own name. */
  readonly name: string;
  /** True to admit only existing users. */
  readonly disableSignup: boolean;
  /** Address or number that was typed before, or an empty string. */
  readonly typed: string;
  /**
   * True if this row shows its input. Only one row does at a time; other rows with an input are buttons that open it
   * (LAND-14).
   */
  readonly isActive: boolean;
  onActivate(): void;
  /** True if the input takes the focus when it appears, because the user opened it. */
  readonly takesFocus: boolean;
  /** Badge at the row's end, such as 'Recent' (LAND-06). */
  readonly badge: string | undefined;
  readonly part: LandingView;
  onMore(part: LandingView): void;
  readonly exit: Exit<Starts & { failed: Failed<LandingProps, Starts> }>;
}

/** Props of the links below the rows. @typeParam Starts the exits that they take */
export interface MethodLinksProps<Starts> {
  /** True to admit only existing users. */
  readonly disableSignup: boolean;
  /** True if the part of the landing screen with the links is shown. */
  readonly isShown: boolean;
  readonly exit: Exit<Starts>;
}

/** Result of a return to the page, and the next step. */
export interface MethodReturn {
  readonly name: LinkMethod;
  /** Purpose of the return; `unseen` is a login that finishes without a screen. */
  readonly act: 'link' | 'login' | 'unseen';
  /** @param open opens the modal */
  finish(open: (request: ModalRequest) => Promise<Outcome>): Promise<Outcome>;
}
