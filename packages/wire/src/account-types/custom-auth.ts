import { accountTypeRecord, given, text } from './accountType.ts';

/** A user of a sign-in of the app's own. */
export const customAuthAccount = /* @__PURE__ */ accountTypeRecord({
  account: () => ({ custom_user_id: text() }),
  imported: () => ({ custom_user_id: given() }),
  subject: 'custom_user_id',
  names: [],
  compact: ['custom_user_id'],
  // Its `token` has a rule of its own (methods/proof-body.ts).
  proof: [],
});
