import { type ClientState, createClient, type Environment, type LatchkeyClient } from '@latchkey/core';
import { emailRoutes, getAppRoute, smsRoutes } from '@latchkey/wire';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import {
  createServices,
  type Entry,
  type Flow,
  furnishHost,
  ModalContent,
} from '../../../packages/react/src/gallery.ts';
import { createHand } from './hand.ts';
import { answer, createNetwork } from './network.ts';
import { paintAlike } from './paintAlike.ts';
import { ada, logsIn, phone, usualApp } from './people.ts';
import type { Conditions } from './states/state.ts';
import { announce } from './walletsOfPage.ts';

export interface Look {
  /** @default 'system' */
  readonly theme?: 'light' | 'dark' | 'system';
  /** @default 'en' */
  readonly language?: string;
}

let clearPrevious = () => {};
let showAgain = async () => {};
let language = 'en';
let shows = 0;

export async function speak(spoken: string): Promise<void> {
  language = spoken;
  await showAgain();
  await settleFonts();
}

/**
 * Shows an entry under its conditions, replacing the previous one: the real modal with a client of its own, whose
 * network and wallet frame belong to the state. Resolves once the state is shown.
 */
export async function show(entry: Entry | null, conditions: Conditions, look: Look = {}): Promise<void> {
  clearPrevious();
  localStorage.clear();
  const spoken = look.language ?? 'en';
  // Prepares the state in English, because it may wait for a text.
  language = entry ? 'en' : spoken;
  const element = document.createElement('latchkey-modal');
  document.body.append(element);
  const host = furnishHost(element);
  if (element.shadowRoot) paintAlike(element.shadowRoot);
  const root = createRoot(host.ground);
  const client = createGalleryClient(conditions, look);
  const takeAway = announce(conditions.wallets ?? []);
  clearPrevious = () => {
    takeAway();
    root.unmount();
    element.remove();
    client.destroy();
  };
  const services = { ...createServices(client), ...conditions.services };
  if (entry) {
    await client.start();
    if (conditions.isLoggedIn) {
      await services.codeLogins.sms.sendCode({ phoneNumber: phone });
      await services.codeLogins.sms.loginWithCode({ code: '000000' });
    }
    await conditions.prepare?.(services);
  } else {
    void client.start(); // the placeholder is shown until the configuration is loaded
  }
  change(client, conditions.methods);
  const flow = createStill(entry ?? { name: 'LANDING', props: {} });
  const render = () =>
    root.render(<ModalContent flow={flow} host={host} inPlace={false} services={services} />);
  render();
  const hand = createHand(element.shadowRoot ?? element.attachShadow({ mode: 'open' }));
  // Waits for a screen or logo whose code loads later. Its placeholder stays a moment longer than needed.
  const arrived = entry ? ' .content:not(:has(svg:empty)) > :not(.placeholder)' : '';
  await hand.see(`[data-screen=${entry?.name ?? 'LOADING'}]${arrived}`);
  showAgain = async () => {
    // Before the settings are loaded, the modal uses the language of the host's configuration.
    if (!entry) return show(entry, conditions, { ...look, language });
    flushSync(render);
    await hand.see(`:lang(${language})`);
  };
  await conditions.act?.(hand);
  if (spoken !== language) await speak(spoken);
  await settleFonts();
}

async function settleFonts(): Promise<void> {
  document.body.lastElementChild?.getBoundingClientRect();
  await document.fonts.ready;
}

function createGalleryClient(conditions: Conditions, look: Look): LatchkeyClient {
  const { answers = [], host = {}, app, user = ada } = conditions;
  const usual = [
    answer(getAppRoute, { ...usualApp, ...app }),
    answer(emailRoutes.sendCode, { success: true }),
    answer(smsRoutes.sendCode, { success: true }),
  ];
  const network = createNetwork([...answers, ...usual, ...logsIn(user)], conditions.node);
  return createClient(
    {
      appId: usualApp.id,
      apiUrl: location.origin,
      clientId: conditions.walletFrame ?? 'silent',
      // Uses separate storage for each state, so that the user of an earlier state is not logged in.
      storagePrefix: `state-${++shows}:`,
      config: {
        ...host,
        appearance: { ...host.appearance, theme: look.theme ?? 'system' },
        intl: { ...host.intl, locale: look.language ?? 'en' },
      },
    },
    { ...environment, fetch: network, window: createWindow() },
  );
}

/** Wraps the page's window for each state, because a wallet that was announced in a window stays there. */
function createWindow(): typeof window {
  return new Proxy(window, {
    get(page, name) {
      const value = Reflect.get(page, name);
      return typeof value === 'function' ? value.bind(page) : value;
    },
  });
}

const environment: Omit<Environment, 'fetch' | 'window'> = {
  clock: {
    now: () => Date.now(),
    monotonicNow: () => performance.now(),
    setTimeout: (callback, ms) => setTimeout(callback, ms),
    clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  },
  random: (bytes) => crypto.getRandomValues(bytes),
  warn() {},
  isDevelopment: true,
};

/** Overrides the login methods, with ones that cannot be enabled in this version too, and the language. */
function change(client: LatchkeyClient, methods: readonly string[] | undefined): void {
  const { getState } = client;
  let last: { state: ClientState; spoken: string; changed: ClientState } | null = null;
  function toShown(state: ClientState): ClientState {
    const { settings } = state;
    if (!settings) return state;
    // Future method names are not part of any type yet.
    const loginMethods = (methods ?? settings.loginMethods) as typeof settings.loginMethods;
    return {
      ...state,
      settings: { ...settings, loginMethods, intl: { ...settings.intl, locale: language } },
    };
  }
  client.getState = () => {
    const state = getState();
    if (last?.state !== state || last.spoken !== language)
      last = { state, spoken: language, changed: toShown(state) };
    return last.changed;
  };
}

/** Creates a flow that stays on one entry. Its exits lead nowhere. */
function createStill(entry: Entry): Flow {
  const state = {
    phase: 'open',
    request: { intent: 'login', input: undefined },
    entry,
    result: null,
    deferred: null,
    failure: null,
    waiting: [],
    passed: [],
  } as const;
  return {
    getState: () => state,
    subscribe: () => () => {},
    open: () => new Promise(() => {}),
    leave() {},
    fail(cause) {
      throw cause;
    },
    close() {},
  };
}
