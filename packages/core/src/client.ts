import type { ServiceError, User } from '@latchkey/wire';
import type { ClientOptions } from './config/options.ts';
import type { AppSettings } from './config/settings.ts';

/** What a host can know of the client at any time. A new object after every change; equal until then. */
export interface ClientState {
  /** The app config is loaded and the stored session, if any, was restored or dropped. */
  readonly ready: boolean;
  readonly authenticated: boolean;
  readonly user: User | null;
  readonly settings: AppSettings | null;
  /** Why the client cannot become ready, or null. */
  readonly error: ServiceError | null;
}

/**
 * A client of one app. Operations are functions that take it first: `sendEmailCode(client, …)`,
 * `createWallet(client, …)`; each loads its own code when it is first used.
 */
export interface LatchkeyClient {
  readonly options: Readonly<ClientOptions & { apiUrl: string }>;
  getState(): ClientState;
  /** Calls back after every change of the state; returns the function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Loads config and session. Safe to call many times (StrictMode): the work runs once. */
  start(): Promise<void>;
  /** Releases timers, listeners and the frame. A destroyed client can be started again. */
  destroy(): void;
}
