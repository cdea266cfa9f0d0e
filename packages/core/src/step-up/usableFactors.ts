import { type FactorPurpose, type FrameRequests, limits, type MfaMethod } from '@latchkey/wire';
import type { SessionContext } from '../contexts.ts';

/** Second factor in a message to the frame. */
export type ShownFactor = Pick<Required<FrameRequests['privy:mfa:verify']>, 'mfaMethod' | 'mfaCode'> & {
  relyingParty?: string;
};

/** Lists the user's second factors that the app accepts, as far as the client knows (MFA-19). */
export function listUsableFactors(session: SessionContext): MfaMethod[] {
  const { settings, user } = session.state.get();
  return (user?.mfaMethods ?? []).filter((method) => settings?.mfa.methods.includes(method));
}

/**
 * Notes that the user verified a second factor for a purpose, or proved their identity with the recovery of their
 * wallet instead. The next call that requires a fresh factor for this purpose does not prompt, if it is made within two
 * minutes.
 */
export function noteFresh(session: SessionContext, purpose: FactorPurpose): void {
  session.factors.fresh.set({
    purpose,
    untilMs: session.page.environment.clock.monotonicNow() + limits.freshFactorMs,
  });
}
