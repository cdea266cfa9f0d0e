import type { Confirmation, LatchkeyClient } from '@latchkey/core';
import type { ConfirmationAct, User } from '@latchkey/wire';
import type { ComponentType } from 'react';
import type { LinkMethod } from '../../request.ts';
import type { confirmLoginTexts } from '../../texts/generated/en/confirmLogin.ts';
import type { Icon } from '../../ui/index.ts';
import type { Services } from '../services.ts';
import type { CodeSent, ConfirmLoginProps } from './ConfirmLoginView.tsx';

/** What the ways of confirming ask of a person, the least first: so they stand on the screen. */
export const efforts = ['dialog', 'code', 'popup', 'screen'] as const;

/** How a person confirms by their accounts of one kind who they are. */
export interface ConfirmWay {
  readonly effort: (typeof efforts)[number];
  /** An entry for each account that it works by. */
  entriesOf(user: User, props: ConfirmLoginProps): readonly ConfirmEntry[];
  /** Before the press, whose popup waits for nothing. */
  prepare?(client: LatchkeyClient): void;
  /** Opens in the press the window that the way's own screen goes on with. */
  open?(client: LatchkeyClient): Window | null;
  /**
   * Proves who the person is, or sends the code that does; left out where another screen does.
   * Nothing that takes time is awaited before a popup or dialog opens: browsers open them while a press is handled.
   */
  prove?(
    services: Services,
    entry: ConfirmEntry,
    act: ConfirmationAct | undefined,
  ): Promise<Confirmation | CodeSent>;
}

export interface ConfirmRowProps {
  readonly name: LinkMethod;
  readonly busy: boolean;
  onPress(): void;
}

/** What a person presses. */
export interface ConfirmEntry {
  /** The method as settings name it. Without a look of its own it is shown by the brand of that name. */
  readonly name: LinkMethod;
  readonly look?: {
    readonly icon: Parameters<typeof Icon>[0]['name'];
    label(texts: typeof confirmLoginTexts): string;
  };
  /** The row, where neither its look nor a brand is known before it shows. */
  readonly Row?: ComponentType<ConfirmRowProps>;
  /** Which of the user's accounts of the kind it is for, where it is not for all: the address or number of a code. */
  readonly account?: string;
}
