/**
 * The sessions room: issues, refreshes and ends sessions, signs the tokens, serves the keys (JWKS). Owns tables
 * `sessions` and `signing_keys`; reads users through the users room's `userJson`. Methods end here; custody asks it
 * who is calling.
 */
import type { TokenReply } from '@latchkey/wire';
import type { App } from '../apps/index.ts';

export { createSessions } from './createSessions.ts';

/** A living session, looked up by the `sid` of a token that was checked. */
export interface Session {
  readonly appId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** When the user last proved who they are, Unix ms. */
  readonly authTimeMs: number;
  readonly startedAtMs: number;
}

export interface Sessions {
  /** Starts a session: new id, new family of refresh tokens, action `set`. */
  start(app: App, userId: string, options: { isNewUser: boolean }): Promise<TokenReply>;
  /**
   * Checks an access token (`token` or `privy_access_token`) and looks its session up, so that log-out works at once.
   * @throws ServiceError `missing_or_invalid_token` for a forged, expired, foreign or ended one.
   */
  authenticate(app: App, token: string | null): Promise<Session>;
  /**
   * The same for custody routes (docs/custody.md): only `privy_access_token` (aud = service, aid = app), or `token`
   * too where the app has `legacy_custody_token`; a session that logged in before the user's `custody_epoch` is refused.
   * @throws ServiceError `missing_or_invalid_token`.
   */
  authenticateCustody(app: App, token: string | null): Promise<Session>;
  /** The app's public signing key as SPKI PEM. */
  verificationKey(app: App): Promise<string>;
  /** Deletes sessions that outlived their 30 days; called by the service's sweeper, never in a request. */
  sweep(): Promise<void>;
}
