import { fail, limits } from '@latchkey/wire';
import type { World } from '../world.ts';

/**
 * Why a validly signed proof is refused: it is too old or dated in the future, or it was used before. Clients receive
 * it as `details.reason`.
 */
type StaleReason = 'proof_too_old' | 'proof_used';

/** Most that the clock of the device or service that signs may be ahead, in ms. */
const skewMs = 60_000;

/**
 * Returns the time, in ms, for which a proof may still confirm a login. Its use must be remembered for as
 * long. If the result is below 1, the proof may not confirm a login.
 */
export const freshForMs = ({ clock }: Pick<World, 'clock'>, provedAtMs: number): number =>
  limits.confirmationMaxAgeMs + 1 - (clock.now() - provedAtMs);

/**
 * Rejects a proof that is too old to confirm a login, or dated in the future. An attacker could have found an old
 * proof in a log, or could use a device that the user has left since.
 *
 * @throws ServiceError `invalid_credentials` with `details.reason`
 */
export function checkAge({ clock }: Pick<World, 'clock'>, provedAtMs: number): void {
  const isFuture = provedAtMs > clock.now() + skewMs;
  if (isFuture || freshForMs({ clock }, provedAtMs) < 1) failStale('proof_too_old');
}

/** @throws ServiceError `invalid_credentials` with `details.reason` */
export function failStale(reason: StaleReason): never {
  return fail('invalid_credentials', { message: texts[reason], details: { reason } });
}

/** The default message of the error code is about a code that was typed in. */
const texts: Record<StaleReason, string> = {
  proof_too_old: 'This login is too old for that. Start it again.',
  proof_used: 'This login was used already. Start it again.',
};
