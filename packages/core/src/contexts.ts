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

/** The app in the host's page: its options, the world around it, the way to the service, and what the page came with. */
export interface PageContext {
  readonly options: CheckedOptions;
  readonly environment: Environment;
  /** The service's time, with which every time that the service names is compared. */
  readonly serverClock: ServerClock;
  readonly flights: SingleFlight;
  /** Returns the way to the service. @throws ServiceError `no_api` on a server (ERR-22) */
  readonly call: () => Call;
  /** The address of the service; the app config may name the app's own. */
  readonly base: Slot<Base>;
  /** Storage on the page's origin. */
  readonly storage: KeyStore;
  /** Returns the value of `caid`. */
  readonly analyticsId: () => string;
  /**
   * Return from a provider that the page started with; `answered` if the page was a popup, which told its opener. Null if there
   * was none, or after it was taken.
   */
  readonly arrival: Slot<Promise<ConsentReturn | 'answered' | null> | null>;
  /** The reference with which someone opened the page whose address was removed. */
  readonly undoReference: Slot<string | null>;
  /** Parameters that a wallet's deep link left in the page's address. */
  readonly walletLink: Slot<Partial<Record<string, string>>>;
  /** Data with which Telegram opened the page. */
  readonly telegramReturn: Slot<TelegramData | null>;
  /** Data with which Telegram opened this page as a mini app. The page stays one until it is closed. */
  readonly miniApp: Slot<TelegramData | null>;
  /** True after `destroy()` until the next `start()`: no frame may come back. */
  readonly isReleased: Slot<boolean>;
}

/** The session of the signed-in user: its operations, its state, and who prompts the user. */
export interface SessionContext extends Session {
  readonly page: PageContext;
  readonly state: Store<ClientState>;
  readonly tokens: Tokens;
  /** Keeps other tabs from renewing the session while a task runs. */
  readonly exclusive: <T>(task: () => Promise<T>) => Promise<T>;
  /** Ends what keeps the signed-in user the same in all tabs; null if no user is followed. */
  readonly unfollow: Slot<(() => void) | null>;
  /** Returns a token of the host's own sign-in, if the session follows it. */
  readonly customToken: Slot<(() => Promise<string | null | undefined>) | null>;
  /** Asks the person to prove again who they are. */
  readonly confirmer: Slot<LoginConfirmer | null>;
  /** Prompt for a second factor, and what was verified last. */
  readonly factors: FactorHandlers;
  /** Told of the tokens of a provider of social login. */
  readonly oauthListeners: Set<(tokens: OAuthTokens) => void>;
}

/** The hidden wallet frame of the session's user. */
export interface FrameContext {
  readonly page: PageContext;
  readonly session: SessionContext;
  readonly state: Store<WalletFrameState>;
  /** The frame, once its code was loaded. */
  readonly mounted: Slot<WalletFrame | null>;
}

/** The wallets that the person sees: external ones, and the screens of the embedded ones. */
export interface WalletsContext {
  readonly page: PageContext;
  readonly session: SessionContext;
  readonly frame: FrameContext;
  /** The external wallets, once something needs them. */
  readonly external: Slot<Store<ExternalWallets> | null>;
  /** Loads the screens that ask the person about the wallet, if the page has any; `provider` knows their type. */
  readonly screens: Slot<(() => Promise<object>) | null>;
}

/**
 * Internal parts of a client, for operations. Each context has those below it, so that a function takes a single one: the
 * lowest that has what it needs.
 */
export interface Contexts {
  readonly page: PageContext;
  readonly session: SessionContext;
  readonly frame: FrameContext;
  readonly wallets: WalletsContext;
}

/** A registered symbol, so that two copies of this package in one bundle still know each other's clients. */
const contextsKey = Symbol.for('@latchkey/core contexts');

/** Puts the contexts behind a client's public face. */
export function withContexts(client: LatchkeyClient, contexts: Contexts): LatchkeyClient {
  return Object.defineProperty(client, contextsKey, { value: contexts });
}

/**
 * Returns the contexts of a client.
 *
 * @throws ServiceError `invalid_option` for something that `createClient` did not make
 */
export function contextsOf(client: LatchkeyClient): Contexts {
  const contexts = (client as { [contextsKey]?: Contexts } | undefined)?.[contextsKey];
  return (
    contexts ?? fail('invalid_option', { message: 'This operation needs a client made by createClient' })
  );
}
