import type { AccountTypeRecord } from './accountType.ts';

/** Guest. A user has `is_guest` in place of an entry among the accounts. */
export const guestAccount = {
  account: null,
  imported: null,
  subject: '',
  names: [],
  compact: [],
  proof: ['guest_credential'],
} as const satisfies AccountTypeRecord;
