import { timings } from '../timings.ts';
import type { Facts, Step } from './roads.ts';

/**
 * The ladder that every login method climbs after success: create the wallet that is due, else close (L§4, decision 22).
 * Times count from the success itself (decision 38).
 */
export function afterLogin(facts: Facts): Step {
  if (facts.walletDue) {
    return {
      to: { name: 'EMBEDDED_WALLET_ON_ACCOUNT_CREATE_SCREEN', props: {} },
      afterMs: timings.nextStepMs,
    };
  }
  return { close: 'finished', afterMs: timings.closeAfterSuccessMs };
}
