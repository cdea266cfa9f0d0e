import { createClient, type Environment, type LatchkeyClient } from '@latchkey/core';
import { emailRoutes, getAppRoute, smsRoutes } from '@latchkey/wire';
import type { Services } from '../../../packages/react/src/gallery.ts';
import { answer, createNetwork } from './network.ts';
import { ada, logsIn, phone, usualApp } from './people.ts';
import type { Conditions } from './states/state.ts';

/** Theme and language in which a state is shown. */
export interface Look {
  /** @default 'system' */
  readonly theme?: 'light' | 'dark' | 'system';
  /** @default 'en' */
  readonly language?: string;
}

let shows = 0;

/** Creates a client with the network and the wallet frame of a state. */
export function createGalleryClient(conditions: Conditions, look: Look = {}): LatchkeyClient {
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
      // Each state has its own keys in the storage, so that no user is logged in at first, and nothing waits for a call
      // of the previous state that got no response.
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

/** Logs the state's user in. */
export async function logIn({ codeLogins: { sms } }: Services): Promise<void> {
  await sms.sendCode({ phoneNumber: phone });
  await sms.loginWithCode({ code: '000000' });
}

/** Wraps the page's window for each state, because the SDK remembers the wallets that were announced in a window. */
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
