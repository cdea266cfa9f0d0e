import { fail } from '@latchkey/wire';
import type { CheckedOptions } from './config/index.ts';
import type { Contexts, FrameContext, PageContext, SessionContext, WalletsContext } from './contexts.ts';
import type { Environment } from './environment.ts';
import { createCall, toBase } from './http/index.ts';
import { completeLogin } from './mfa/completeLogin.ts';
import { createExclusive, createServerClock, createSession, createTokens } from './session/index.ts';
import { createSingleFlight } from './singleFlight.ts';
import { createSlot } from './slot.ts';
import { createCookies, createKeyStore, getAnalyticsId } from './storage/index.ts';
import { createStore } from './store.ts';

/**
 * Creates the contexts of a client.
 *
 * @param configured loads the app config, which may set the service's address, unless it is loaded already
 */
export function createContexts(
  options: CheckedOptions,
  environment: Environment,
  configured: () => Promise<void>,
): Contexts {
  const page = createPage(options, environment);
  const session = createSessionContext(page, {
    configured,
    complete: () => completeLogin(frame),
    onLogout: (userId) => frame.mounted.get()?.forget(userId),
  });
  const frame: FrameContext = {
    page,
    session,
    state: createStore({ status: 'absent', error: null, hasLastingStorage: null }),
    mounted: createSlot(null),
  };
  const wallets: WalletsContext = {
    page,
    session,
    frame,
    external: createSlot(null),
    screens: createSlot(null),
  };
  return { page, session, frame, wallets };
}

function createPage(options: CheckedOptions, environment: Environment): PageContext {
  const storage = createKeyStore(environment.window, options.storagePrefix ?? '');
  const base = createSlot(toBase(options.apiUrl));
  const analyticsId = () => getAnalyticsId(storage, environment.random);
  const service =
    environment.fetch &&
    createCall(options, { ...environment, fetch: environment.fetch }, { analyticsId, base: base.get });
  return {
    options,
    environment,
    serverClock: createServerClock(environment.clock, storage),
    flights: createSingleFlight(),
    call: () => service ?? fail('no_api'),
    base,
    storage,
    analyticsId,
    arrival: createSlot(null),
    undoReference: createSlot(null),
    walletLink: createSlot({}),
    telegramReturn: createSlot(null),
    miniApp: createSlot(null),
    isReleased: createSlot(false),
  };
}

interface SessionEvents {
  readonly configured: () => Promise<void>;
  readonly complete: () => Promise<void>;
  readonly onLogout: (userId: string | null) => void;
}

function createSessionContext(page: PageContext, events: SessionEvents): SessionContext {
  const { options, environment, storage, serverClock } = page;
  const state: SessionContext['state'] = createStore({
    ready: false,
    authenticated: false,
    user: null,
    isFactorPending: false,
    settings: null,
    error: null,
  });
  const cookies = createCookies(options.storagePrefix ? null : environment.window);
  const tokens = createTokens(storage, cookies, serverClock);
  const exclusive = createExclusive(
    environment,
    `latchkey:${options.storagePrefix ?? ''}${options.appId}:session`,
  );
  const parts = { page, state, tokens, exclusive };
  return {
    ...createSession({ ...events, ...parts }),
    ...parts,
    unfollow: createSlot(null),
    customToken: createSlot(null),
    confirmer: createSlot(null),
    factors: { listeners: new Set(), promptHandler: createSlot(null), fresh: createSlot(null) },
    oauthListeners: new Set(),
  };
}
