import type { WireUser } from '@latchkey/wire';
import type { VerifiedFactor } from './index.ts';

/** Tolerance, in ms, because an enrolment records the session's verification before it writes the factor itself. */
const slackMs = 5_000;

/**
 * True if the user still has the method that the session verified, enrolled before or with the verification. A
 * verification by a factor that was removed, perhaps because it was stolen, therefore does not count for one that was
 * enrolled since. A backup code counts while any method was enrolled no later.
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
