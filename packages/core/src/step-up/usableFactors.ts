import { type FactorPurpose, type FrameRequests, limits, type MfaMethod, ServiceError } from '@latchkey/wire';
import type { Internals } from '../internals.ts';

/** A second factor as a message to the frame carries it. */
export type ShownFactor = Pick<Required<FrameRequests['privy:mfa:verify']>, 'mfaMethod' | 'mfaCode'> & {
  relyingParty?: string;
};

/** Lists the user's second factors that the app takes, as far as the client knows (MFA-19). */
export function listUsableFactors({ state }: Internals): MfaMethod[] {
  const { settings, user } = state.get();
  return (user?.mfaMethods ?? []).filter((method) => settings?.mfa.methods.includes(method));
}

/** Makes the refusal of a call that needs a factor before the service is asked for anything. */
export function unverified(internals: Internals): ServiceError {
  const type = 'missing_or_invalid_mfa';
  return new ServiceError(type, { details: { type, methods: listUsableFactors(internals) } });
}

/**
 * Renews a session that was half of one until a factor was verified just now: only then its tokens say so, and the identity
 * token comes.
 */
export async function renewVerified({ session, state }: Internals): Promise<void> {
  if (state.get().isFactorPending) await session.renewUser();
}

/** Notes that a factor was verified for a purpose. The next call that asks anew for it prompts no one. */
export function noteFresh({ environment, factors }: Internals, purpose: FactorPurpose): void {
  factors.fresh = { purpose, untilMs: environment.clock.monotonicNow() + limits.freshFactorMs };
}

/** Takes that note. @returns false if no factor was verified for the purpose, or too long ago */
export function takeFresh({ environment, factors }: Internals, purpose: FactorPurpose | undefined): boolean {
  const { fresh } = factors;
  const isFresh = !!fresh && fresh.purpose === purpose && fresh.untilMs > environment.clock.monotonicNow();
  if (isFresh) factors.fresh = null;
  return isFresh;
}
