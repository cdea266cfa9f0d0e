import type { Confirmation, LatchkeyClient } from '@latchkey/core';
import type { ConfirmationAct, User } from '@latchkey/wire';
import type { ComponentType } from 'react';
import type { LinkMethod } from '../../request.ts';
import type { confirmLoginTexts } from '../../texts/generated/en/confirmLogin.ts';
import type { Icon } from '../../ui/index.ts';
import type { Services } from '../services.ts';
import type { CodeSent, ConfirmLoginProps } from './ConfirmLoginView.tsx';

/** Effort that a way to confirm needs, least first. The screen lists the ways in this order. */
export const efforts = ['dialog', 'code', 'popup', 'screen'] as const;

export interface ConfirmWay {
  readonly effort: (typeof efforts)[number];
  /** Returns an entry for each account that can be used, or one for all accounts of the type. */
  entriesOf(user: User, props: ConfirmLoginProps): readonly ConfirmEntry[];
  /** Prepares the way before the click. */
  prepare?(client: LatchkeyClient): void;
  /** Opens, in the click handler, the popup that the way's own screen continues with. */
  open?(client: LatchkeyClient): Window | null;
  /**
   * Proves who the user is, or sends the code for that. Omitted if another screen does it. Must not await anything slow
   * before a popup or dialog opens, because browsers open them only in a click handler.
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

export interface ConfirmEntry {
  /** Name of the method. Without a `look` or a `Row`, the brand of that name is shown. */
  readonly name: LinkMethod;
  readonly look?: {
    readonly icon: Parameters<typeof Icon>[0]['name'];
    label(texts: typeof confirmLoginTexts): string;
  };
  /** Row component, if the icon and name of the entry are known only after loading. */
  readonly Row?: ComponentType<ConfirmRowProps>;
  /**
   * Account that the entry is for, if not for all of the type: the address or number that a code is sent to, or the
   * subject at another app.
   */
  readonly account?: string;
}
