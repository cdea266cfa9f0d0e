import type { Proof } from '../../admission/index.ts';
import type { Challenges } from '../../challenges/index.ts';
import { type EmailClaim, toRecipient } from './sendCode.ts';

/**
 * Proves that somebody reads an address, by the code that was sent there.
 *
 * @throws ServiceError `invalid_credentials` for a wrong, expired, superseded, exhausted or used code
 */
export async function proveEmail(
  challenges: Challenges,
  claim: EmailClaim & { code: string },
): Promise<Proof> {
  const { address, code } = claim;
  await challenges.codes.consume(toRecipient(claim), code);
  return { method: 'email', account: { type: 'email', subject: address, details: { address } } };
}
