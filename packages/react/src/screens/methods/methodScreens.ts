import type { LatchkeyClient } from '@latchkey/core';
import type { ComponentType } from 'react';
import type { LinkMethod, ModalRequest, Outcome } from '../../request.ts';
import type { ConfirmWay } from '../changes/confirmWay.ts';
import type { LandingView } from '../landing/arrange.ts';
import type { LandingProps } from '../landing/typed.ts';
import type { Exit, Failed, Screen } from '../screen.ts';

/** What screens offer of one kind of account. What is left out it does not do. */
export interface MethodScreens {
  /** Its row on the landing: a component of {@link MethodEntryProps}. */
  readonly Entry?: ComponentType<never>;
  /** What it has below the rows: a component of {@link MethodLinksProps}. */
  readonly Links?: ComponentType<never>;
  /** The screens that it has of its own, by their names in the specification. */
  readonly screens?: Readonly<
    Record<string, Pick<Screen<never, never>, 'height'> & { readonly View: unknown }>
  >;
  /** Loads how a person confirms by it who they are. */
  readonly loadConfirm?: () => Promise<ConfirmWay>;
  /** Finds what the page came back with, or was opened with, by it. */
  readonly findReturn?: (client: LatchkeyClient) => Promise<MethodReturn | null>;
}

/** What a row of the landing is given. @typeParam Starts the exits that it takes where the person goes on */
export interface MethodEntryProps<Starts> {
  /** The method as settings name it: a provider of social login by its own name. */
  readonly name: string;
  /** Whether only users who have an account get in. */
  readonly disableSignup: boolean;
  /** The address or number that was typed before, or nothing. */
  readonly typed: string;
  /** One input at a time shows itself; the others are buttons that open theirs (LAND-14). */
  readonly isActive: boolean;
  onActivate(): void;
  /** Whether the input takes the focus as it appears, because the person opened it. */
  readonly takesFocus: boolean;
  /** A word at the row's end, such as 'Recent' (LAND-06). */
  readonly badge: string | undefined;
  /** The part of the landing that the row stands on. */
  readonly part: LandingView;
  /** Leads to another part. */
  onMore(part: LandingView): void;
  readonly exit: Exit<Starts & { failed: Failed<LandingProps, Starts> }>;
}

/** What stands below the rows is given. @typeParam Starts the exits that it takes */
export interface MethodLinksProps<Starts> {
  /** Whether only users who have an account get in. */
  readonly disableSignup: boolean;
  /** Whether the part of the landing is on that shows it. */
  readonly isShown: boolean;
  readonly exit: Exit<Starts>;
}

/** What a page came back with from somewhere, and how it is finished. */
export interface MethodReturn {
  readonly name: LinkMethod;
  /** What it comes to; `unseen` is a login that the host finishes without a screen. */
  readonly act: 'link' | 'login' | 'unseen';
  /** @param open opens the modal */
  finish(open: (request: ModalRequest) => Promise<Outcome>): Promise<Outcome>;
}
