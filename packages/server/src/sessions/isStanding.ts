import type { WireUser } from '@latchkey/wire';
import type { VerifiedFactor } from './index.ts';

/** An enrolment notes that its session has verified the factor before it writes the factor itself. */
const slackMs = 5_000;

/**
 * Tells whether what a session has verified still is a factor of its user: one that was taken away, perhaps because it was
 * stolen, says nothing for any session any more, and neither does one that was enrolled anew since.
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
