import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callWithStepUps, listUsableFactors } from '../step-up/index.ts';
import { verify } from './verify.ts';

/**
 * Prompts for a second factor in advance of an operation that needs one, unless the wallet is unlocked by an earlier
 * verification. Does nothing for a user without a factor that the app accepts.
 *
 * @throws ServiceError `user_rejected_request` if the user cancels, and the errors of a verification
 * @example
 * await promptMfa(client); // the next signature does not prompt
 */
export async function promptMfa(client: LatchkeyClient): Promise<void> {
  const { frame, session } = contextsOf(client);
  if (listUsableFactors(session).length === 0) return;
  await callWithStepUps(session, {
    attempt: (factor) => verify(frame, factor, undefined),
  });
}
