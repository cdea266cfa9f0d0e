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
import type { FactorHandlers } from './step-up/index.ts';
import type { KeyStore } from './storage/index.ts';
import type { Store } from './store.ts';
import type { ExternalWallets } from './wallets/external/wallet.ts';

/** What operations see of a client besides its public face. */
export interface Internals {
  readonly options: CheckedOptions;
  readonly environment: Environment;
  /** The service's time, for every time that the service names. */
  readonly serverClock: ServerClock;
  readonly state: Store<ClientState>;
  readonly session: Session;
  readonly tokens: Tokens;
  /** Keeps other tabs from renewing the session while a task runs. */
  readonly exclusive: <T>(task: () => Promise<T>) => Promise<T>;
  readonly flights: SingleFlight;
  /** Gives the way to the service. @throws ServiceError `no_api` on a server (ERR-22) */
  readonly call: () => Call;
  /** Where the service is called now; the app config may name the app's own address of it. */
  base: Base;
  /** What is kept on the page's origin. */
  readonly storage: KeyStore;
  /** The value of `caid`. */
  readonly analyticsId: () => string;
  readonly frameState: Store<WalletFrameState>;
  /** The hidden wallet frame, once its code was loaded. */
  frame: WalletFrame | null;
  /** Ends what keeps the signed-in user the same in all tabs; null where no user is followed. */
  unfollow: (() => void) | null;
  /** What Telegram opened the page with, until it is taken. */
  telegramReturn: TelegramData | null;
  /** What Telegram opened this page with as a mini app, which it stays for as long as it is open. */
  miniApp: TelegramData | null;
  /** The wallets that the person brought, once something asks for them. */
  externalWallets: Store<ExternalWallets> | null;
  /** What stood in the page's address of a wallet's deep link, by parameter, until it is taken. */
  walletLink: Partial<Record<string, string>>;
  /** With what the page was opened by someone whose address was removed, until it is taken. */
  undoReference: string | null;
  /**
   * What the page came back with from a provider, once it started; `answered` where it was a popup, which told its opener.
   * Null where there is nothing, or no longer.
   */
  arrival: Promise<ConsentReturn | 'answered' | null> | null;
  /** Gives a token of the host's own sign-in, where the session follows it. */
  getCustomToken: (() => Promise<string | null | undefined>) | null;
  /** Asks the person to confirm who they are, where anyone does. */
  confirmer?: LoginConfirmer | null;
  /** Who asks the person for a second factor, and what was verified last. */
  readonly factors: FactorHandlers;
  /** Gives the screens that ask the person about the wallet, where the page has any; the provider room knows their form. */
  walletScreens: (() => Promise<object>) | null;
  /** Who hears of the tokens that a provider of social login gave. */
  readonly oauthListeners: Set<(tokens: OAuthTokens) => void>;
  /** Whether `destroy()` was called and `start()` not since: then no frame may come back. */
  isReleased: boolean;
}

/** A registered symbol, so that two copies of this package in one bundle still know each other's clients. */
const internalsKey = Symbol.for('@latchkey/core internals');

/** Puts the internals behind a client's public face. */
export function withInternals(client: LatchkeyClient, internals: Internals): LatchkeyClient {
  return Object.defineProperty(client, internalsKey, { value: internals });
}

/**
 * Gives the internals of a client.
 *
 * @throws ServiceError `invalid_option` for something that `createClient` did not make
 */
export function internalsOf(client: LatchkeyClient): Internals {
  const internals = (client as { [internalsKey]?: Internals } | undefined)?.[internalsKey];
  return (
    internals ?? fail('invalid_option', { message: 'This operation needs a client made by createClient' })
  );
}
