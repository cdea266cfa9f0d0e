import { type FactorPurpose, type FrameRequests, limits, type MfaMethod, ServiceError } from '@latchkey/wire';
import type { SessionContext } from '../contexts.ts';

/** A second factor as a message to the frame carries it. */
export type ShownFactor = Pick<Required<FrameRequests['privy:mfa:verify']>, 'mfaMethod' | 'mfaCode'> & {
  relyingParty?: string;
};

/** Lists the user's second factors that the app takes, as far as the client knows (MFA-19). */
export function listUsableFactors(session: SessionContext): MfaMethod[] {
  const { settings, user } = session.state.get();
  return (user?.mfaMethods ?? []).filter((method) => settings?.mfa.methods.includes(method));
}

/** Makes the refusal of a call that needs a factor before the service is asked for anything. */
export function unverified(session: SessionContext): ServiceError {
  const type = 'missing_or_invalid_mfa';
  return new ServiceError(type, { details: { type, methods: listUsableFactors(session) } });
}

/**
 * Renews a session that was half of one until a factor was verified just now: only then its tokens say so, and the identity
 * token comes.
 */
export async function renewVerified(session: SessionContext): Promise<void> {
  if (session.state.get().isFactorPending) await session.renewUser();
}

/** Notes that a factor was verified for a purpose. The next call that asks anew for it prompts no one. */
export function noteFresh(session: SessionContext, purpose: FactorPurpose): void {
  session.factors.fresh.set({
    purpose,
    untilMs: session.page.environment.clock.monotonicNow() + limits.freshFactorMs,
  });
}

/** Takes that note. @returns false if no factor was verified for the purpose, or too long ago */
export function takeFresh(session: SessionContext, purpose: FactorPurpose | undefined): boolean {
  const fresh = session.factors.fresh.get();
  const isFresh =
    !!fresh && fresh.purpose === purpose && fresh.untilMs > session.page.environment.clock.monotonicNow();
  if (isFresh) session.factors.fresh.set(null);
  return isFresh;
}
