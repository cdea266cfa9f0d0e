import { type MfaMethod, ServiceError } from '@latchkey/wire';
import type { LoginResult } from '../request.ts';
import { timings } from '../timings.ts';
import { createEntry } from './recoveryEntries.ts';
import type { Extras, FlowFacts, To } from './transition.ts';
import { requestedFactor } from './verifyEntries.ts';

type AfterFactor = { to: ReturnType<typeof createEntry> } | { close: 'finished' };
type AfterTerms = { to: ReturnType<typeof requestedFactor> } | AfterFactor;
/** Step that follows a login. */
export type AfterLogin = (To<'AFFIRMATIVE_CONSENT_SCREEN'> | AfterTerms) & Extras;

/**
 * The ladder that every login method climbs after success: the terms that are due, the second factor that is due, the wallet
 * that is due, and close (OTP-07 to OTP-09). Times count from the success itself (decision 38). A login whose terms are not accepted yet
 * is no result: anyone who leaves before has not logged in (TERMS-02).
 *
 * @param afterMs how long the success shows before the next screen: 0.9 s after a code, 1.4 s elsewhere (TERMS-06)
 */
export function afterLogin(
  facts: FlowFacts,
  login: LoginResult,
  afterMs: number = timings.nextStepMs,
): AfterLogin {
  if (facts.termsDue) {
    return {
      to: { name: 'AFFIRMATIVE_CONSENT_SCREEN', props: { login } },
      afterMs,
    };
  }
  if (facts.factorDue) return { to: factorEntry(facts.factorDue), afterMs, result: login };
  if (facts.walletDue) {
    return {
      to: createEntry(facts, { act: 'create', initiator: 'automatic' }),
      afterMs,
      result: login,
    };
  }
  return { close: 'finished', afterMs: timings.closeAfterSuccessMs, result: login };
}

/** The rest of the ladder once the terms are accepted. A wallet that fails then ends the session (EMBW-15). */
export function afterTerms(facts: FlowFacts, login: LoginResult): AfterTerms & Extras {
  if (facts.factorDue) return { to: factorEntry(facts.factorDue, login), result: login };
  if (!facts.walletDue) return { close: 'finished', result: login };
  return { to: createEntry(facts, { act: 'create', initiator: 'automatic', afterTerms: login }) };
}

/** What asks for the second factor; an error, where the app takes none of the user's. */
function factorEntry(methods: readonly MfaMethod[], afterTerms?: LoginResult) {
  const refusal = new ServiceError('missing_or_invalid_mfa', { details: { methods } });
  return requestedFactor(refusal, afterTerms);
}

/** The rest once the factor was verified. */
export function afterFactor(facts: FlowFacts, afterTerms: LoginResult | undefined): AfterFactor & Extras {
  if (!facts.walletDue) return { close: 'finished', afterMs: timings.closeAfterSuccessMs };
  const task = { act: 'create', initiator: 'automatic', ...(afterTerms ? { afterTerms } : {}) } as const;
  return { to: createEntry(facts, task), afterMs: timings.nextStepMs };
}
