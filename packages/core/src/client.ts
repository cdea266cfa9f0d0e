import {
  type AppConfig,
  errorTable,
  fail,
  getAppRoute,
  isCode,
  ServiceError,
  undoParameter,
} from '@latchkey/wire';
import {
  type AppSettings,
  type CheckedOptions,
  type ClientOptions,
  type HostLook,
  readOptions,
  toLook,
  toSettings,
} from './config/index.ts';
import { defaultEnvironment, type Environment } from './environment.ts';
import type { WalletFrameState } from './frame/index.ts';
import { type Call, createCall, toBase } from './http/index.ts';
import { type Internals, withInternals } from './internals.ts';
import type { ClientState, LatchkeyClient } from './latchkeyClient.ts';
import { completeLogin } from './mfa/completeLogin.ts';
import {
  createExclusive,
  createServerClock,
  createSession,
  createTokens,
  findClaims,
  needsTerms,
  takeForkedToken,
  takeParameters,
} from './session/index.ts';
import { createSingleFlight } from './singleFlight.ts';
import { connectionsKey, createCookies, createKeyStore, getAnalyticsId } from './storage/index.ts';
import { createStore, type Store } from './store.ts';

/**
 * Makes a client. Does nothing yet: `start()` loads the app config and the stored session. Safe on a server, where it
 * stays not ready.
 *
 * @param environment the world, for tests; by default the page's own
 * @throws ServiceError `invalid_app_id`, `invalid_api_url`, `invalid_option`, `no_login_method`: mistakes in the options
 *
 * @example
 * const client = createClient({ appId: 'your-25-character-app-id', apiUrl: 'https://auth.example.com' });
 * await client.start();
 */
export function createClient(
  options: ClientOptions,
  environment: Environment = defaultEnvironment(),
): LatchkeyClient {
  const checked = readOptions(options, environment.window);
  const state = createStore<ClientState>({
    ready: false,
    authenticated: false,
    user: null,
    isFactorPending: false,
    settings: null,
    error: null,
  });
  const internals = compose(checked, environment, state, configured);
  const host = checked.config ?? {};
  let look: HostLook = host.appearance ?? {};
  let served: AppConfig | null = null;

  async function configured(): Promise<void> {
    if (!served) await loadSettings();
  }

  const loadSettings = () => internals.flights.run('load settings', readSettings);
  async function readSettings(): Promise<AppSettings> {
    served = await loadApp(internals);
    if (served.custom_api_url) internals.base = toBase(served.custom_api_url, true);
    return toSettings(served, { ...host, appearance: { ...host.appearance, ...look } }, environment);
  }

  async function load(): Promise<void> {
    const [settings, restored] = await Promise.allSettled([
      state.get().settings ?? loadSettings(),
      internals.session.restore(),
    ]);
    const failure =
      settings.status === 'rejected'
        ? settings.reason
        : restored.status === 'rejected'
          ? restored.reason
          : null;
    const loaded = settings.status === 'fulfilled' ? settings.value : null;
    // Who left before accepting the terms is asked again at the next login (docs/wire/protocol.md §1.5).
    if (needsTerms({ settings: loaded, user: state.get().user })) await internals.session.logout();
    state.set({
      settings: loaded,
      ready: settings.status === 'fulfilled',
      error: failure === null ? null : toServiceError(failure),
    });
  }

  const loadOnce = () => internals.flights.run('start', load);
  const followOtherTab = (key: string | null) => void internals.session.followOtherTab(key).catch(() => {});
  /** The page got the focus or the network back. */
  const retry = () => {
    const { error } = state.get();
    if (error && errorTable[error.code].retryable) void loadOnce();
  };
  const events: PageEvents = {
    storage: ({ key }) => followOtherTab(key),
    // A page out of the back-forward cache was told nothing while it slept: a person who left must not be seen in it again.
    pageshow: ({ persisted }) => persisted && followOtherTab(null),
    focus: retry,
    online: retry,
  };
  state.subscribe(() => {
    void attendWhenSignedIn(internals);
    void completeLogin(internals);
  });

  const client: LatchkeyClient = withInternals(
    {
      options: checked,
      getState: state.get,
      subscribe: state.subscribe,
      async start() {
        if (!environment.fetch) return; // rendered on a server: the page's own client loads
        takeForkedToken(environment.window, internals.storage);
        const undo = takeParameters(environment.window, undoParameter)?.[undoParameter];
        if (undo) internals.undoReference = undo;
        // A wallet's deep link (ROUTE-04), which `takeWalletReturn` reads.
        Object.assign(
          internals.walletLink,
          takeParameters(environment.window, 'privy_connector'),
          takeParameters(environment.window, 'privy_wallet_client'),
        );
        internals.arrival ??= takeArrival(internals);
        if (internals.arrival && (await internals.arrival) === 'answered') return; // this window closes
        const { ready, error } = state.get();
        if (ready && !error && !internals.isReleased) return; // by the page, before a part of it that starts it too
        internals.isReleased = false;
        listen(environment, 'addEventListener', events);
        if (host.embeddedWallets?.ethereum?.announce) void announceWallet(client);
        if (internals.storage.find(connectionsKey)) void bringWalletsBack(client, internals);
        await loadOnce();
      },
      setLook({ theme, accentColor }) {
        look = { theme, accentColor };
        const { settings } = state.get();
        if (!settings || !served) return; // they will be joined with this look when they come
        state.set({
          settings: { ...settings, appearance: { ...settings.appearance, ...toLook(served, look) } },
        });
      },
      destroy() {
        listen(environment, 'removeEventListener', events);
        internals.isReleased = true; // keeps the frame away until the next start
        internals.frame?.unmount();
        internals.unfollow?.();
      },
    },
    internals,
  );
  return client;
}

/** Joins the rooms. */
function compose(
  options: CheckedOptions,
  environment: Environment,
  state: Store<ClientState>,
  configured: () => Promise<void>,
): Internals {
  const storage = createKeyStore(environment.window, options.storagePrefix ?? '');
  const cookies = createCookies(options.storagePrefix ? null : environment.window);
  const serverClock = createServerClock(environment.clock, storage);
  const tokens = createTokens(storage, cookies, serverClock);
  const base = () => internals.base;
  const analyticsId = () => getAnalyticsId(storage, environment.random);
  const service =
    environment.fetch &&
    createCall(options, { ...environment, fetch: environment.fetch }, { analyticsId, base });
  const call = (): Call => service ?? fail('no_api');
  const exclusive = createExclusive(
    environment,
    `latchkey:${options.storagePrefix ?? ''}${options.appId}:session`,
  );
  const internals: Internals = {
    options,
    environment,
    tokens,
    exclusive,
    serverClock,
    state,
    call,
    base: toBase(options.apiUrl),
    storage,
    analyticsId,
    flights: createSingleFlight(),
    frameState: createStore<WalletFrameState>({ status: 'absent', error: null, hasLastingStorage: null }),
    frame: null,
    unfollow: null,
    telegramReturn: null,
    miniApp: null,
    getCustomToken: null,
    factors: {},
    walletScreens: null,
    externalWallets: null,
    undoReference: null,
    walletLink: {},
    arrival: null,
    oauthListeners: new Set(),
    isReleased: false,
    session: createSession({
      appId: options.appId,
      environment,
      serverClock,
      storage,
      tokens,
      call,
      base,
      configured,
      exclusive,
      getState: state.get,
      // A session that works again takes back what was said when it did not.
      publish(session) {
        const isFactorPending =
          session.authenticated && (findClaims(tokens.read().token)?.isFactorPending ?? false);
        const error = session.user && state.get().ready ? null : state.get().error;
        state.set({ ...session, isFactorPending, error });
      },
      complete: () => completeLogin(internals),
      onLogout: (userId) => internals.frame?.forget(userId),
    }),
  };
  return internals;
}

async function loadApp({ options, environment, call }: Internals): Promise<AppConfig> {
  const { appId, apiUrl } = options;
  const app = await call()(getAppRoute, { params: { id: appId }, plain: true }).catch((cause: unknown) => {
    if (!isCode(cause, 'app_not_found')) throw cause;
    return fail('app_not_found', { message: `The service at ${apiUrl} has no app ${appId}.`, cause });
  });
  if (app.origin_allowed === false) {
    const origin = environment.window?.location.origin;
    fail('origin_not_allowed', {
      message: `The origin ${origin} is not one of the app's allowed origins. Add it to allowed_origins of app ${appId}.`,
      details: { allowed: app.allowed_domains, managedBy: app.managed_by },
    });
  }
  return app;
}

/** What Telegram adds to the address of a page that it opens. */
const telegramMarks = /[?&]hash=[0-9a-f]{64}|#tgWebAppData/i;

/** Takes what the page came back with from a provider out of its address. Few pages do: the rest is loaded then. */
function takeArrival(internals: Internals): Internals['arrival'] {
  const { window: page } = internals.environment;
  const parameters = takeParameters(page, 'privy_oauth_');
  if (!parameters && !telegramMarks.test(page?.location.href ?? '')) return null;
  return import('./methods/receiveReturn.ts').then((module) =>
    module.receiveReturn(internals, parameters ?? {}),
  );
}

/** Does what is due once a user is signed in. */
async function attendWhenSignedIn(internals: Internals): Promise<void> {
  if (!internals.state.get().user) return;
  // Code that cannot be loaded now (no network, a host that deployed anew) is the next wallet operation's to tell.
  const module = await import('./signedIn.ts').catch(() => null);
  module?.attendUser(internals);
}

/** Few hosts want it: it is loaded for them alone. */
async function announceWallet(client: LatchkeyClient): Promise<void> {
  const module = await import('./provider/announce.ts').catch(() => null);
  module?.announce(client);
}

/** Most visitors have connected no wallet of their own: it is loaded for the others. */
async function bringWalletsBack(client: LatchkeyClient, internals: Internals): Promise<void> {
  const module = await import('./wallets/external/bringBack.ts').catch(() => null);
  if (module) return module.bringBack(client);
  // Nothing comes back then, and no one is to wait for it.
  internals.externalWallets?.set({ isReturning: false });
}

type PageEvents = { readonly [Name in keyof WindowEventMap]?: (event: WindowEventMap[Name]) => void };

/** Begins to listen to the page's events, or ends it. */
function listen(
  { window: page }: Environment,
  act: 'addEventListener' | 'removeEventListener',
  events: PageEvents,
): void {
  for (const [name, hear] of Object.entries(events)) page?.[act](name, hear as EventListener);
}

function toServiceError(cause: unknown): ServiceError {
  return isCode(cause) ? cause : new ServiceError('internal_error', { cause });
}
