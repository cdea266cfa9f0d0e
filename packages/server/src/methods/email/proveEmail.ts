import { fail } from '@latchkey/wire';
import type { Proof } from '../../admission/index.ts';
import { isEqual, sha256 } from '../../crypto/index.ts';
import type { MethodRooms } from '../method.ts';
import { type EmailClaim, toAccount, toRecipient } from './sendCode.ts';

/**
 * Proves that somebody reads an address, by the code that was sent there; of the app's test account, by the code that
 * it always has.
 *
 * @throws ServiceError `invalid_credentials` for a wrong, expired, superseded, exhausted or used code
 */
export async function proveEmail(
  { admission, challenges }: Pick<MethodRooms, 'admission' | 'challenges'>,
  claim: EmailClaim & { code: string },
): Promise<Proof> {
  const { app, address, code } = claim;
  const account = toAccount(address);
  const testCode = admission.findTestCode(app, account);
  if (testCode === null) await challenges.codes.consume(toRecipient(claim), code);
  else if (!isEqual(sha256(code), sha256(testCode))) fail('invalid_credentials');
  return { method: 'email', account: { ...account, details: { address } } };
}
