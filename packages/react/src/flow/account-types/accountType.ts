import type { AccountTransfer } from '@latchkey/core';
import type { TransferOffer } from '@latchkey/wire';
import type { LinkInput, RequestOf } from '../../request.ts';
import type { AccountAct, ExitsOf, PropsOf } from '../../screens/index.ts';
import type { Entry } from '../state.ts';
import type { Transitions } from '../transition.ts';

/** The screens of one account type, and their transitions. The flow offers nothing that a record leaves out. */
export interface AccountTypeFlow {
  /** The transitions of its own screens. */
  readonly transitions?: Partial<Transitions>;
  /** Where its row on the landing leads, by the exits that the row takes. */
  readonly starts?: Partial<Transitions['LANDING']>;
  /** The screen of a login that the page came back with; null where it came back with none of the kind's. */
  readonly resumed?: (request: RequestOf<'login'>) => Entry | null;
  /** The screen on which an account is linked. */
  readonly link: (input: LinkInput) => Entry;
  /** The screens on which a code is asked for, of kinds whose accounts are proved so. */
  readonly byCode?: (act: AccountAct, props: PropsOf<'LINK_EMAIL_SCREEN'>) => Entry;
  /** The screen on which an old login is confirmed, where a press of its button does not do so. */
  readonly confirm?: (
    props: PropsOf<'CONFIRM_LOGIN_SCREEN'>,
    chosen: ExitsOf<'CONFIRM_LOGIN_SCREEN'>['elsewhere'],
  ) => Entry;
  /** What an account moves by that another user has; null where the link that was refused is none of the kind's. */
  readonly transferOf?: (offer: TransferOffer, linking: Entry) => AccountTransfer | null;
  /** Whether the call of a screen carries a captcha's token (CAPT-06). */
  readonly spendsToken?: (entry: Entry) => boolean;
  /** Whether the screen that links shows the accounts there are, and takes them away. @default false */
  readonly listsAccounts?: true;
}
