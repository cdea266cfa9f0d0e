import * as v from 'valibot';
import { isEmail, readTypedEmail } from '../typed.ts';
import { accountTypeRecord, given, text } from './accountType.ts';

/** Email address that a back end sends. */
export const givenEmail = () =>
  v.pipe(given(), v.transform(readTypedEmail), v.check(isEmail, 'must be an e-mail address'));

export const emailAccount = /* @__PURE__ */ accountTypeRecord({
  account: () => ({ address: text() }),
  imported: () => ({ address: givenEmail() }),
  subject: 'address',
  names: ['address'],
  compact: ['address'],
  proof: ['email', 'code'],
});
