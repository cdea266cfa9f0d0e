import { fail, limits } from '@latchkey/wire';
import type { App } from '../../apps/index.ts';
import type { MethodDeps } from '../method.ts';
import type { RelyingParty } from './relyingParty.ts';

/** What a challenge is good for. */
export type Ceremony = 'passkey-factor' | 'passkey-link' | 'passkey-login' | 'passkey-sign-up';

/** What hangs on a challenge. */
export interface Begun extends RelyingParty {
  /** The user handle that a new passkey gets; null where one is used. */
  readonly handle: string | null;
  /** Of a second factor: the session that asks for it. */
  readonly sessionId?: string;
}

/** Makes a challenge: 32 random bytes that are good once, for one ceremony of one app and, for a link, one user. */
export function issueChallenge(
  { challenges }: Pick<MethodDeps, 'challenges'>,
  { app, ceremony, userId, begun }: { app: App; ceremony: Ceremony; userId: string | null; begun: Begun },
): Promise<string> {
  const lifeMs = limits.passkeyChallengeLifeMs;
  return challenges.tickets.issue({ appId: app.id, kind: ceremony, userId, lifeMs, value: begun });
}

/**
 * Burns the challenge that a browser wrote into its client data, before anything else is looked at.
 *
 * @throws ServiceError `invalid_credentials` for one that is unknown, used, late, of another app, ceremony or user
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

/** One answer for whatever is wrong with a passkey: it tells no one which passkeys there are. */
export function failPasskey(cause?: unknown): never {
  fail('invalid_credentials', { message: 'The passkey could not be verified', cause });
}
