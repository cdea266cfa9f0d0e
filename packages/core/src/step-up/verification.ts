import { type FactorPurpose, ServiceError } from '@latchkey/wire';
import type { SessionContext } from '../contexts.ts';
import { listUsableFactors } from './usableFactors.ts';

/** Creates the refusal of a call that needs a factor, without a request to the service. */
export function unverified(session: SessionContext): ServiceError {
  const type = 'missing_or_invalid_mfa';
  return new ServiceError(type, { details: { type, methods: listUsableFactors(session) } });
}

/**
 * Renews a session that was incomplete until a factor was verified just now. Only the renewed tokens mark it as
 * complete, and include the identity token.
 */
export async function renewVerified(session: SessionContext): Promise<void> {
  if (session.state.get().isFactorPending) await session.renewUser();
}

/** Consumes the note of `noteFresh`. @returns false if there is none, or it is for another purpose or too old */
export function takeFresh(session: SessionContext, purpose: FactorPurpose | undefined): boolean {
  const fresh = session.factors.fresh.get();
  const isFresh =
    !!fresh && fresh.purpose === purpose && fresh.untilMs > session.page.environment.clock.monotonicNow();
  if (isFresh) session.factors.fresh.set(null);
  return isFresh;
}
