import { internalsOf } from '../internals.ts';
import type { LatchkeyClient } from '../latchkeyClient.ts';
import { callWithStepUps, listUsableFactors } from '../step-up/index.ts';
import { checkVerified, showFactor } from './verify.ts';

/**
 * Has the person asked for a second factor ahead of an operation that would ask, where none is verified already. Nothing happens
 * for a user without one.
 *
 * @throws ServiceError `user_rejected_request` where they canceled, and what verifying fails with
 * @example
 * await promptMfa(client); // the next signature asks no more
 */
export async function promptMfa(client: LatchkeyClient): Promise<void> {
  const internals = internalsOf(client);
  if (listUsableFactors(internals).length === 0) return;
  await callWithStepUps(internals, {
    attempt: (shown) =>
      shown ? showFactor(internals, shown, undefined) : checkVerified(internals, undefined),
  });
}
