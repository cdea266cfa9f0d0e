import type { AccountTransfer } from '@latchkey/core';
import type { TransferOffer } from '@latchkey/wire';
import type { LinkInput, RequestOf } from '../../request.ts';
import type { AccountAct, ExitsOf, PropsOf } from '../../screens/index.ts';
import type { Entry } from '../state.ts';
import type { Transitions } from '../transition.ts';

/** Screens of one account type, and their transitions. */
export interface AccountTypeFlow {
  readonly transitions?: Partial<Transitions>;
  readonly starts?: Partial<Transitions['LANDING']>;
  /**
   * Returns the first screen of a login that the request has already begun, for example before a redirect; null if
   * the login is of another type.
   */
  readonly resumed?: (request: RequestOf<'login'>) => Entry | null;
  readonly link: (input: LinkInput) => Entry;
  /** Returns the screen that requests a code, for types whose accounts are verified by code. */
  readonly byCode?: (act: AccountAct, props: PropsOf<'LINK_EMAIL_SCREEN'>) => Entry;
  /** Returns the screen that confirms an old login, for types that have one. */
  readonly confirm?: (
    props: PropsOf<'CONFIRM_LOGIN_SCREEN'>,
    chosen: ExitsOf<'CONFIRM_LOGIN_SCREEN'>['elsewhere'],
  ) => Entry;
  /**
   * Returns the data that moves an account from another user; null if the linking screen is of another type or lacks
   * it.
   */
  readonly transferOf?: (offer: TransferOffer, linking: Entry) => AccountTransfer | null;
  /** Returns true if the screen's call sends a captcha token (CAPT-06). */
  readonly spendsToken?: (entry: Entry) => boolean;
  /** True if the linking screen also lists the user's accounts and can remove them. @default false */
  readonly listsAccounts?: true;
}
