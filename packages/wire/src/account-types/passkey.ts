import * as v from 'valibot';
import { accountTypeRecord, maybe, text } from './accountType.ts';

export const passkeyAccount = /* @__PURE__ */ accountTypeRecord({
  account: () => ({
    credential_id: text(),
    enrolled_in_mfa: v.boolean(),
    authenticator_name: maybe(),
    created_with_browser: maybe(),
    created_with_os: maybe(),
    created_with_device: maybe(),
  }),
  imported: null,
  subject: 'credential_id',
  names: [],
  compact: ['credential_id'],
  proof: ['authenticator_response'],
});
