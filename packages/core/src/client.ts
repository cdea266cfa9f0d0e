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
  type ClientOptions,
  type HostLook,
  readOptions,
  toLook,
  toSettings,
} from './config/index.ts';
import { type FrameContext, type PageContext, type WalletsContext, withContexts } from './contexts.ts';
import { createContexts } from './createContexts.ts';
import { defaultEnvironment, type Environment } from './environment.ts';
import { toBase } from './http/index.ts';
import type { LatchkeyClient } from './latchkeyClient.ts';
import { lazy } from './lazy.ts';
import { completeLogin } from './mfa/completeLogin.ts';
import { needsTerms, takeForkedToken, takeParameters } from './session/index.ts';
import { connectionsKey } from './storage/index.ts';

/**
 * Creates a client. `start()` loads the app config and the stored session. Can be called on a server, where the client
 * never becomes ready.
 *
 * @param environment clock, network and page, for tests; the browser's by default
 * @throws ServiceError `invalid_app_id`, `invalid_api_url`, `invalid_option`, `no_login_method`: mistakes in the
 *   options
 *
 * @example
 * const client = createClient({ appId: 'your-25-character-app-id1', apiUrl: 'https://auth.example.com' });
 * await client.start();
 */
export function createClient(
  options: ClientOptions,
  environment: Environment = defaultEnvironment(),
): LatchkeyClient {
  const checked = readOptions(options, environment.window);
  const contexts = createContexts(checked, environment, configured);
  const { page, session, frame, wallets } = contexts;
  const { state } = session;
  const host = checked.config ?? {};
  let look: HostLook = host.appearance ?? {};
  let served: AppConfig | null = null;

  async function configured(): Promise<void> {
    if (!served) await loadSettings();
  }

  const loadSettings = () => page.flights.run('load settings', readSettings);
  async function readSettings(): Promise<AppSettings> {
    served = await loadApp(page);
    if (served.custom_api_url) page.base.set(toBase(served.custom_api_url, true));
    return toSettings(served, { ...host, appearance: { ...host.appearance, ...look } }, environment);
  }

  async function load(): Promise<void> {
    const [settings, restored] = await Promise.allSettled([
      state.get().settings ?? loadSettings(),
      session.restore(),
    ]);
    const failure =
      settings.status === 'rejected'
        ? settings.reason
        : restored.status === 'rejected'
          ? restored.reason
          : null;
    const loaded = settings.status === 'fulfilled' ? settings.value : null;
    // If the user has not accepted the required terms before this load, for example because they left the page, the
    // session ends. The next login asks for the terms (docs/wire/protocol.md §1.5).
    if (needsTerms({ settings: loaded, user: state.get().user })) await session.logout();
    state.set({
      settings: loaded,
      ready: settings.status === 'fulfilled',
      error: failure === null ? null : toServiceError(failure),
    });
  }

  const loadOnce = () => page.flights.run('start', load);
  const followOtherTab = (key: string | null) => void session.followOtherTab(key).catch(() => {});
  /** Loads again when the page gets the focus or the network back, if the last load failed with a retryable error. */
  const retry = () => {
    const { error } = state.get();
    if (error && errorTable[error.code].retryable) void loadOnce();
  };
  const events: PageEvents = {
    storage: ({ key }) => followOtherTab(key),
    // A page in the back-forward cache receives no events. The next user of the browser must not see a session that
    // was ended meanwhile.
    pageshow: ({ persisted }) => persisted && followOtherTab(null),
    focus: retry,
    online: retry,
  };
  state.subscribe(() => {
    void attendWhenSignedIn(frame);
    void completeLogin(frame);
  });

  const client: LatchkeyClient = withContexts(
    {
      options: checked,
      getState: state.get,
      subscribe: state.subscribe,
      async start() {
        if (!environment.fetch) return; // rendered on a server; the client in the browser loads
        takeForkedToken(environment.window, page.storage);
        const undo = takeParameters(environment.window, undoParameter)?.[undoParameter];
        if (undo) page.undoReference.set(undo);
        // Parameters of a wallet's deep link (ROUTE-04), which `takeWalletReturn` reads.
        page.walletLink.set({
          ...page.walletLink.get(),
          ...takeParameters(environment.window, 'privy_connector'),
          ...takeParameters(environment.window, 'privy_wallet_client'),
        });
        const arrival = page.arrival.get() ?? takeArrival(page);
        page.arrival.set(arrival);
        // If the code for the provider's answer does not load, the login with this answer fails, but the client starts.
        const arrived = await arrival?.catch(() => null);
        if (arrived === 'answered') return; // this page is a popup that closes now
        const { ready, error } = state.get();
        if (ready && !error && !page.isReleased.get()) return;
        page.isReleased.set(false);
        listen(environment, 'addEventListener', events);
        if (host.embeddedWallets?.ethereum?.announce) void announceWallet(client);
        if (page.storage.find(connectionsKey)) void bringWalletsBack(client, wallets);
        await loadOnce();
      },
      setLook({ theme, accentColor }) {
        look = { theme, accentColor };
        const { settings } = state.get();
        if (!settings || !served) return; // applied when the settings are loaded
        state.set({
          settings: { ...settings, appearance: { ...settings.appearance, ...toLook(served, look) } },
        });
      },
      destroy() {
        listen(environment, 'removeEventListener', events);
        page.isReleased.set(true); // keeps the frame from being mounted until the next start
        frame.mounted.get()?.unmount();
        session.unfollow.get()?.();
      },
    },
    contexts,
  );
  return client;
}

async function loadApp({ options, environment, call }: PageContext): Promise<AppConfig> {
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

/** Parameters that Telegram adds to the address of a page that it opens. */
const telegramMarks = /[?&]hash=[0-9a-f]{64}|#tgWebAppData/i;

/**
 * Takes a provider's return parameters out of the page's address, and receives the answer in them or the data of
 * Telegram. The code for this loads only if the address has such parameters or data.
 */
function takeArrival(page: PageContext): ReturnType<PageContext['arrival']['get']> {
  const { window: hostWindow } = page.environment;
  const parameters = takeParameters(hostWindow, 'privy_oauth_');
  if (!parameters && !telegramMarks.test(hostWindow?.location.href ?? '')) return null;
  return receive(page, parameters ?? {});
}

const receive = lazy(async () => (await import('./methods/receiveReturn.ts')).receiveReturn);

async function attendWhenSignedIn(frame: FrameContext): Promise<void> {
  if (!frame.session.state.get().user) return;
  // A failure to load this code (no network, a new deployment) is ignored.
  const module = await import('./signedIn.ts').catch(() => null);
  module?.attendUser(frame);
}

async function announceWallet(client: LatchkeyClient): Promise<void> {
  const module = await import('./provider/announce.ts').catch(() => null);
  module?.announce(client);
}

async function bringWalletsBack(client: LatchkeyClient, wallets: WalletsContext): Promise<void> {
  const module = await import('./wallets/external/bringBack.ts').catch(() => null);
  if (module) return module.bringBack(client);
  wallets.external.get()?.set({ isReturning: false });
}

type PageEvents = { readonly [Name in keyof WindowEventMap]?: (event: WindowEventMap[Name]) => void };

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
