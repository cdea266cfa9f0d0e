import type { ServiceError, User } from '@latchkey/wire';
import type { AppSettings, CheckedOptions, HostLook } from './config/index.ts';

/** State of a client. The object stays the same until the state changes, and is then replaced. */
export interface ClientState {
  /** True once the app config is loaded and the client has tried to restore a stored session, if any (see `error`). */
  readonly ready: boolean;
  readonly authenticated: boolean;
  /** Signed-in user. While `authenticated`, null only until the service has answered (see `error`). */
  readonly user: User | null;
  /**
   * True while the session must verify a second factor (`mfa_at_login`). Until then the service refuses most
   * requests, such as those for the wallet. A host without the modal and without a listener calls `verifyFactor`.
   */
  readonly isFactorPending: boolean;
  readonly settings: AppSettings | null;
  /**
   * Reason why the client is not ready, or why a stored session could not be restored; null otherwise. After a
   * temporary failure the client retries when the page gets the focus or the network back.
   */
  readonly error: ServiceError | null;
}

/**
 * Client of one app. Operations are functions that take it as first argument: `signMessage(client, …)`,
 * `createWallet(client)`. Most load their own code at the first call.
 */
export interface LatchkeyClient {
  readonly options: CheckedOptions;
  getState(): ClientState;
  /** Calls `listener` after every change of the state. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /**
   * Loads the config and the session. Failures of either are in the state's `error`. Can be called several times
   * (StrictMode): the work runs again only after a failure or `destroy()`.
   */
  start(): Promise<void>;
  /**
   * Changes the theme and the accent colour, for example with the host's own theme. A missing value returns to its
   * default.
   */
  setLook(look: HostLook): void;
  /**
   * Removes the wallet frame from the page. The session no longer follows other tabs, and the client no longer repeats
   * a failed load. A destroyed client can be started again.
   */
  destroy(): void;
}
