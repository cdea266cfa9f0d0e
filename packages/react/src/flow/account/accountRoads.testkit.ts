import type { AccountTransfer } from '@latchkey/core/accounts';
import type { AccountChange } from '@latchkey/core/login';
import { ServiceError, type User } from '@latchkey/wire';
import type { ExitsOf } from '../../screens/index.ts';
import { calm } from '../recoveryRoads.testkit.ts';
import type { ModalRequest } from '../request.ts';
import type { Facts, Step } from '../roads.ts';
import type { EntryOf } from '../state.ts';

type Conflict = 'LINK_CONFLICT_SCREEN';
type Row<X extends keyof ExitsOf<Conflict>> = [
  payload: ExitsOf<Conflict>[X],
  request: ModalRequest,
  facts: Facts,
  step: Step,
];

const user = { id: 'did:privy:test' } as User;
const change: AccountChange = { user, account: { type: 'guest', latestVerifiedAt: new Date(0) } };
const error = new ServiceError('internal_error');
const linkingEmail: ModalRequest = { intent: 'link', input: { method: 'email' } };
export const offer = {
  nonce: 'n',
  subject: '1',
  displayName: 'Ada',
  otherWalletAddress: null,
  userInfo: { subject: '1' },
};

const conflictOf = (transfer: AccountTransfer): EntryOf<Conflict> => ({
  name: 'LINK_CONFLICT_SCREEN',
  props: { transfer },
});
export const conflictAt = conflictOf({ method: 'email', offer });

/** The rows of the screen that asks whether an account is moved, for the table of all. */
export const conflictRows: { [X in keyof ExitsOf<Conflict>]: Row<X> } = {
  transferred: [change, linkingEmail, calm, { close: 'finished', afterMs: 1400, result: change }],
  failed: [
    { error },
    linkingEmail,
    calm,
    { to: { name: 'ERROR_SCREEN', props: { error, previous: null } }, failure: error },
  ],
  cancelled: [undefined, linkingEmail, calm, { close: 'given-up' }],
};
