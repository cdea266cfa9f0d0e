import { fail, type TelegramData } from '@latchkey/wire';
import type { CheckedOptions } from './config/index.ts';
import type { ConsentReturn } from './consent/index.ts';
import type { Environment } from './environment.ts';
import type { WalletFrame, WalletFrameState } from './frame/walletFrame.ts';
import type { Base, Call } from './http/index.ts';
import type { ClientState, LatchkeyClient } from './latchkeyClient.ts';
import type { OAuthTokens } from './methods/oauth/oauthTokens.ts';
import type { LoginConfirmer, ServerClock, Session, Tokens } from './session/index.ts';
import type { SingleFlight } from './singleFlight.ts';
import type { Slot } from './slot.ts';
import type { FactorHandlers } from './step-up/factorHandlers.ts';
import type { KeyStore } from './storage/index.ts';
import type { Store } from './store.ts';
import type { ExternalWallets } from './wallets/external/wallet.ts';

/**
 * The app in the host's page: its options and environment, calls to the service, and the data that the page was
 * opened with.
 */
export interface PageContext {
  readonly options: CheckedOptions;
  readonly environment: Environment;
  readonly serverClock: ServerClock;
  readonly flights: SingleFlight;
  /** Returns the function that calls the service. @throws ServiceError `no_api` on a server (ERR-22) */
  readonly call: () => Call;
  /** Address of the service. The app config may set the app's own address. */
  readonly base: Slot<Base>;
  readonly storage: KeyStore;
  readonly analyticsId: () => string;
  /**
   * Return from a provider that opened this page, or `answered` if the page is a popup that passed the return to its
   * opener. Null if there was none, or after it was taken.
   */
  readonly arrival: Slot<Promise<ConsentReturn | 'answered' | null> | null>;
  /** Reference from the undo link that opened the page. The link was sent to a removed address. */
  readonly undoReference: Slot<string | null>;
  readonly walletLink: Slot<Partial<Record<string, string>>>;
  readonly telegramReturn: Slot<TelegramData | null>;
  /** Data with which Telegram opened this page as a mini app. The page stays a mini app until it is closed. */
  readonly miniApp: Slot<TelegramData | null>;
  /** True after `destroy()` until the next `start()`, so no frame is mounted. */
  readonly isReleased: Slot<boolean>;
}

/** Session of the signed-in user: its operations, its state, and the handlers that prompt the user. */
export interface SessionContext extends Session {
  readonly page: PageContext;
  readonly state: Store<ClientState>;
  readonly tokens: Tokens;
  /** Runs a task while no other tab renews the session, as far as possible (`session/exclusive.ts`). */
  readonly exclusive: <T>(task: () => Promise<T>) => Promise<T>;
  /** Stops following changes of the user in other tabs; null if no user is followed. */
  readonly unfollow: Slot<(() => void) | null>;
  /** Returns a token of the host's own authentication; null before `followCustomAuth` is called. */
  readonly customToken: Slot<(() => Promise<string | null | undefined>) | null>;
  readonly confirmer: Slot<LoginConfirmer | null>;
  readonly factors: FactorHandlers;
  readonly oauthListeners: Set<(tokens: OAuthTokens) => void>;
}

/** Hidden wallet frame of the session's user. */
export interface FrameContext {
  readonly page: PageContext;
  readonly session: SessionContext;
  readonly state: Store<WalletFrameState>;
  readonly mounted: Slot<WalletFrame | null>;
}

/** External wallets, and the screens for embedded wallets. */
export interface WalletsContext {
  readonly page: PageContext;
  readonly session: SessionContext;
  readonly frame: FrameContext;
  readonly external: Slot<Store<ExternalWallets> | null>;
  /** Loads the screens that ask the user about the wallet, if the page has any. `provider` defines their type. */
  readonly screens: Slot<(() => Promise<object>) | null>;
}

/**
 * Internal parts of a client, for operations. Each context contains those listed before it, so a function takes only
 * one: the first that contains everything it needs.
 */
export interface Contexts {
  readonly page: PageContext;
  readonly session: SessionContext;
  readonly frame: FrameContext;
  readonly wallets: WalletsContext;
}

/** A registered symbol, so two copies of this package in one bundle recognise each other's clients. */
const contextsKey = Symbol.for('@latchkey/core contexts');

export function withContexts(client: LatchkeyClient, contexts: Contexts): LatchkeyClient {
  return Object.defineProperty(client, contextsKey, { value: contexts });
}

/**
 * Returns the contexts of a client.
 *
 * @throws ServiceError `invalid_option` for an object that `createClient` did not make
 */
export function contextsOf(client: LatchkeyClient): Contexts {
  const contexts = (client as { [contextsKey]?: Contexts } | undefined)?.[contextsKey];
  return (
    contexts ?? fail('invalid_option', { message: 'This operation needs a client made by createClient' })
  );
}
