import type { WireUser } from '@latchkey/wire';
import type { VerifiedFactor } from './index.ts';

/** Tolerance, in ms, because an enrolment records the session's verification before it writes the factor itself. */
const slackMs = 5_000;

/**
 * True if the user still has the method that the session verified, enrolled at most `slackMs` after the verification.
 * An attacker may have verified a stolen factor, which the owner then replaced by one of the same method. A backup code
 * counts while the user has any method that was enrolled by then.
 */
export const isStanding = (
  factor: VerifiedFactor | null | undefined,
  methods: WireUser['mfa_methods'],
): factor is VerifiedFactor =>
  !!factor &&
  methods.some(
    ({ type, verified_at }) =>
      (factor.method === type || factor.method === 'backup_code') &&
      factor.atMs + slackMs >= verified_at * 1000,
  );
