import { type FactorPurpose, type FrameRequests, limits, type MfaMethod, ServiceError } from '@latchkey/wire';
import type { Internals } from '../internals.ts';

/** What a person showed for a second factor, as a message to the frame carries it. */
export type ShownFactor = Pick<Required<FrameRequests['privy:mfa:verify']>, 'mfaMethod' | 'mfaCode'> & {
  relyingParty?: string;
};

/** An act that may be refused for want of a second factor. */
export interface GuardedAct<Result> {
  /** The one act that it has to be verified for; absent where the wallet is only to be opened. */
  readonly purpose?: FactorPurpose | undefined;
  /** Whether a user who has a second factor is asked before the act is tried at all. @default false */
  readonly isForced?: boolean;
  /** Whether it is the login itself. @default false */
  readonly isLogin?: boolean;
  /**
   * Tries it.
   * @param shown goes along; null the first time
   * @param accept called once what was shown is known to be right, where more may fail
   */
  attempt(shown: ShownFactor | null, accept: () => void): Promise<Result>;
}

/** The user's second factors that the app takes, as far as the client knows (MFA-19). */
export function listUsableFactors({ state }: Internals): MfaMethod[] {
  const { settings, user } = state.get();
  return (user?.mfaMethods ?? []).filter((method) => settings?.mfa.methods.includes(method));
}

/** The refusal of what asks for a factor by itself, before the service is asked for anything. */
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

/** Notes that one act that asks anew is permitted: what asks first is spared the prompt. */
export function noteFresh({ environment, factors }: Internals, purpose: FactorPurpose): void {
  factors.fresh = { purpose, untilMs: environment.clock.monotonicNow() + limits.freshFactorMs };
}
