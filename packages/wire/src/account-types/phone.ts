import * as v from 'valibot';
import { readTypedNumber } from '../phone-number.ts';
import { accountTypeRecord, given, text } from './accountType.ts';

/** Phone number that a back end sends: E.164, or with the spaces, brackets, dots and dashes that people type. */
export const givenPhone = () =>
  v.pipe(
    given(40),
    v.transform((value) => readTypedNumber(value) ?? ''),
    v.regex(/^\+[1-9]\d{6,14}$/, 'must be a number with its country, such as +12015550123'),
  );

/** Phone number. `phoneNumber` is in camel case on the wire too. */
export const phoneAccount = /* @__PURE__ */ accountTypeRecord({
  account: () => ({ phoneNumber: text() }),
  imported: () => ({ number: givenPhone() }),
  subject: 'phoneNumber',
  names: ['phoneNumber'],
  compact: ['phoneNumber'],
  proof: ['phoneNumber', 'code'],
});
