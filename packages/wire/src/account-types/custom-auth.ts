import { accountTypeRecord, given, text } from './accountType.ts';

/** User of the host app's own sign-in. */
export const customAuthAccount = /* @__PURE__ */ accountTypeRecord({
  account: () => ({ custom_user_id: text() }),
  imported: () => ({ custom_user_id: given() }),
  subject: 'custom_user_id',
  names: [],
  compact: ['custom_user_id'],
  // Its `token` has its own rule (methods/proof-body.ts).
  proof: [],
});
