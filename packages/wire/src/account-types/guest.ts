import type { AccountTypeRecord } from './accountType.ts';

/** A guest. Users are never sent its entry: they say `is_guest`. */
export const guestAccount = {
  account: null,
  imported: null,
  subject: '',
  names: [],
  compact: [],
  proof: ['guest_credential'],
} as const satisfies AccountTypeRecord;
