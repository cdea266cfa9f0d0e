import * as limits from './limits.ts';

/**
 * Callers that a limit counts together.
 *
 * - `network`: an IPv4 address or an IPv6 /64: a coarse cap against floods;
 * - `app`: all callers of an app. Beyond it, each network still has the calls of `networkInBusyApp`: an attacker with
 *   many networks could otherwise lock an app's users out;
 * - `sessionInProcess`: a session, for calls that release no part of a key.
 *
 * Each process counts these in its memory; workers of one command count together. All processes count the others in
 * the database, which they share: recipients, codes, sessions and wrong proofs of a user.
 */
export type LimitScope =
  | 'network'
  | 'app'
  | 'networkInBusyApp'
  | 'recipient'
  | 'recipientAndNetwork'
  | 'recipientWithCaptcha'
  | 'code'
  | 'codeAndNetwork'
  | 'session'
  | 'sessionInProcess'
  | 'wrongPassword'
  | 'wrongFactor'
  | 'wrongFactorOfUser'
  | 'wrongFactorOfUserKnown';

/** Number of calls allowed in a period. */
export interface RateLimit {
  readonly calls: number;
  readonly perMs: number;
}

export const perMinute = (calls: number): RateLimit => ({ calls, perMs: 60_000 });

/** Limits of calls that send a message to a user's mailbox or phone. */
export const codeSends = {
  network: perMinute(60),
  app: perMinute(3_000),
  networkInBusyApp: perMinute(6),
  recipient: { calls: limits.codeSendsPerWindow, perMs: limits.codeSendWindowMs },
  recipientAndNetwork: { calls: 1, perMs: limits.resendCooldownMs },
  recipientWithCaptcha: { calls: limits.captchaSendsPerWindow, perMs: limits.captchaSendWindowMs },
} as const;
