import { fail, limits } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { MethodDeps } from '../method.ts';
import type { RelyingParty } from './relyingParty.ts';

export type Ceremony = 'passkey-factor' | 'passkey-link' | 'passkey-login' | 'passkey-sign-up';

export interface Begun extends RelyingParty {
  /** User handle for a new passkey; null if an existing one is used. */
  readonly handle: string | null;
  /** Id of the session for which a second factor is verified. */
  readonly sessionId?: string;
}

/**
 * Creates a challenge: 32 random bytes that are valid once, for one ceremony of one app and, for a link or a second
 * factor, of one user.
 */
export function issueChallenge(
  { challenges }: Pick<MethodDeps, 'challenges'>,
  { app, ceremony, userId, begun }: { app: App; ceremony: Ceremony; userId: string | null; begun: Begun },
): Promise<string> {
  const lifeMs = limits.passkeyChallengeLifeMs;
  return challenges.tickets.issue({ appId: app.id, kind: ceremony, userId, lifeMs, value: begun });
}

/**
 * Consumes the challenge in the browser's client data, before the response is verified.
 *
 * @throws ServiceError `invalid_credentials` for a challenge that is unknown, used, expired, or of another app,
 *   ceremony or user
 */
export async function burnChallenge(
  { challenges }: Pick<MethodDeps, 'challenges'>,
  claim: { app: App; ceremony: Ceremony; userId: string | null; challenge: string },
): Promise<Begun> {
  const { app, ceremony, userId, challenge } = claim;
  const ticket = await challenges.tickets.consume<Begun>({
    appId: app.id,
    kind: ceremony,
    secret: challenge,
  });
  return ticket?.userId === userId ? ticket.value : failPasskey();
}

/** Throws one error for every flaw, so an attacker does not learn which passkeys exist. */
export function failPasskey(cause?: unknown): never {
  fail('invalid_credentials', { message: 'The passkey could not be verified', cause });
}
