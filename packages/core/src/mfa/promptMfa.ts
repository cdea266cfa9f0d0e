import { contextsOf } from '../contexts.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callWithStepUps, listUsableFactors } from '../step-up/index.ts';
import { verify } from './verify.ts';

/**
 * Has the person asked for a second factor ahead of an operation that would ask, where none is verified already. Nothing happens
 * for a user without one.
 *
 * @throws ServiceError `user_rejected_request` where they canceled, and what verifying fails with
 * @example
 * await promptMfa(client); // the next signature asks no more
 */
export async function promptMfa(client: LatchkeyClient): Promise<void> {
  const { frame, session } = contextsOf(client);
  if (listUsableFactors(session).length === 0) return;
  await callWithStepUps(session, {
    attempt: (factor) => verify(frame, factor, undefined),
  });
}
