import type { ClientState, LatchkeyClient } from '@latchkey/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import {
  createServices,
  type Entry,
  type Flow,
  furnishHost,
  ModalContent,
} from '../../../packages/react/src/gallery.ts';
import { createGalleryClient, type Look, logIn } from './galleryClient.ts';
import { createHand } from './hand.ts';
import { paintAlike } from './paintAlike.ts';
import { settleFonts } from './settleFonts.ts';
import type { Conditions } from './states/state.ts';
import { announce } from './walletsOfPage.ts';

let clearPrevious = () => {};
let showAgain = async () => {};
let language = 'en';

/** Removes the state that is shown, and clears the page's local storage. */
export function clear(): void {
  clearPrevious();
  clearPrevious = () => {};
  localStorage.clear();
}

export async function speak(spoken: string): Promise<void> {
  language = spoken;
  await showAgain();
  await settleFonts();
}

/**
 * Shows an entry under its conditions, replacing the previous one. The modal is the real one; its client has the
 * network and the wallet frame of the state. Resolves once the state is shown.
 */
export async function show(entry: Entry | null, conditions: Conditions, look: Look = {}): Promise<void> {
  clear();
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
    if (conditions.isLoggedIn) await logIn(services);
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
  // Waits until a screen or logo whose code loads later has replaced its placeholder.
  const arrived = entry ? ' .content:not(:has(svg:empty)) > :not(.placeholder)' : '';
  await hand.see(`[data-screen=${entry?.name ?? 'LOADING'}]${arrived}`);
  showAgain = async () => {
    // Without loaded settings, the modal uses the language of the host's configuration, so a new client is needed.
    if (!entry) return show(entry, conditions, { ...look, language });
    flushSync(render);
    await hand.see(`:lang(${language})`);
  };
  await conditions.act?.(hand);
  if (spoken !== language) await speak(spoken);
  await settleFonts();
}

/**
 * Overrides the client's settings: offers these login methods, even if an app cannot enable them, and sets the
 * current language.
 */
function change(client: LatchkeyClient, methods: readonly string[] | undefined): void {
  const { getState } = client;
  let last: { state: ClientState; spoken: string; changed: ClientState } | null = null;
  function toShown(state: ClientState): ClientState {
    const { settings } = state;
    if (!settings) return state;
    // A method that cannot be enabled is not part of the type.
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

/** Creates a flow that stays on one entry: its exits do nothing. */
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
