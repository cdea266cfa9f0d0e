import { type MfaMethod, ServiceError } from '@latchkey/wire';
import type { LoginResult } from '../request.ts';
import { timings } from '../timings.ts';
import { createEntry } from './recoveryEntries.ts';
import type { Extras, FlowFacts, To } from './transition.ts';
import { requestedFactor } from './verifyEntries.ts';

type AfterFactor = { to: ReturnType<typeof createEntry> } | { close: 'finished' };
type AfterTerms = { to: ReturnType<typeof requestedFactor> } | AfterFactor;
export type AfterLogin = (To<'AFFIRMATIVE_CONSENT_SCREEN'> | AfterTerms) & Extras;

/**
 * Returns the step after a successful login: the terms, the second factor, the wallet, or close (OTP-07 to OTP-09). If
 * terms are due, the login becomes the visit's result only once they are accepted: a user who leaves before is logged
 * out (TERMS-02).
 *
 * @param afterMs time for which the success is shown before the terms, the factor or the wallet: 0.9 s after a code,
 * 1.4 s elsewhere (TERMS-06)
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

/** Returns the step after the terms are accepted. */
export function afterTerms(facts: FlowFacts, login: LoginResult): AfterTerms & Extras {
  if (facts.factorDue) return { to: factorEntry(facts.factorDue, login), result: login };
  if (!facts.walletDue) return { close: 'finished', result: login };
  return { to: createEntry(facts, { act: 'create', initiator: 'automatic', afterTerms: login }) };
}

/**
 * Returns the screen that asks for the second factor, or the error screen if the app accepts none of the user's
 * methods.
 */
function factorEntry(methods: readonly MfaMethod[], afterTerms?: LoginResult) {
  const refusal = new ServiceError('missing_or_invalid_mfa', { details: { methods } });
  return requestedFactor(refusal, afterTerms);
}

export function afterFactor(facts: FlowFacts, afterTerms: LoginResult | undefined): AfterFactor & Extras {
  if (!facts.walletDue) return { close: 'finished', afterMs: timings.closeAfterSuccessMs };
  const task = { act: 'create', initiator: 'automatic', ...(afterTerms ? { afterTerms } : {}) } as const;
  return { to: createEntry(facts, task), afterMs: timings.nextStepMs };
}
