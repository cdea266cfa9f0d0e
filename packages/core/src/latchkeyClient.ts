import type { ServiceError, User } from '@latchkey/wire';
import type { AppSettings, CheckedOptions, HostLook } from './config/index.ts';

/** What a host can know of the client at any time. A new object after every change; equal until then. */
export interface ClientState {
  /** The app config is loaded and the stored session, if any, was restored or dropped, or could not be asked for. */
  readonly ready: boolean;
  readonly authenticated: boolean;
  /** The signed-in user; null while `authenticated` only where the service could not be reached (see `error`). */
  readonly user: User | null;
  /**
   * The session is half of one until it has verified a second factor (`mfa_at_login`): it reads its user, verifies and logs
   * out, and the service refuses all else. A host without the modal and without a listener verifies by `verifyFactor`.
   */
  readonly isFactorPending: boolean;
  readonly settings: AppSettings | null;
  /**
   * Why the client is not ready, or why a stored session could not be restored; else null. After a passing failure the
   * client tries again by itself when the page gets the focus or the network back.
   */
  readonly error: ServiceError | null;
}

/**
 * A client of one app. Operations are functions that take it first: `signMessage(client, …)`, `createWallet(client)`;
 * each loads its own code when it is first used.
 */
export interface LatchkeyClient {
  readonly options: CheckedOptions;
  getState(): ClientState;
  /** Calls back after every change of the state; returns the function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Loads config and session; never rejects. Safe to call many times (StrictMode): the work runs once. */
  start(): Promise<void>;
  /** Changes theme and accent, as when a host's own theme is switched; what is not named falls back to its default. */
  setLook(look: HostLook): void;
  /** Releases timers, listeners and the frame. A destroyed client can be started again. */
  destroy(): void;
}
