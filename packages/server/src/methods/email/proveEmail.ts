import type { Proof } from '../../admission/index.ts';
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
  if (!admission.proveTestAccount(app, toAccount(address), code))
    await challenges.codes.consume(toRecipient(claim), code);
  return toProof(address);
}

/** What a right code for an address proves. */
export const toProof = (address: string): Proof => ({
  method: 'email',
  account: { ...toAccount(address), details: { address } },
});
