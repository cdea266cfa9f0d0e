import { fail, limits } from '@latchkey/wire';
import type { World } from '../world.ts';

/** What a client tells people by: the proof is good, but not for this any more. */
type StaleReason = 'proof_too_old' | 'proof_used';

/** How far the clock of a person who signs may be ahead. */
const skewMs = 60_000;

/** For how long from now a proof may confirm a login: so long it must be known that it was shown. Below 1: no more. */
export const freshForMs = ({ clock }: Pick<World, 'clock'>, provedAtMs: number): number =>
  limits.confirmationMaxAgeMs + 1 - (clock.now() - provedAtMs);

/**
 * Lets a proof pass that confirms a login: what someone signed this morning says nothing about who sits
 * there now, and could have been read in a log since.
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

/** For people: the code's own message speaks of a code that was typed in. */
const texts: Record<StaleReason, string> = {
  proof_too_old: 'This login is too old for that. Start it again.',
  proof_used: 'This login was used already. Start it again.',
};
