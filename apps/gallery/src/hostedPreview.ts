import { createServices } from '../../../packages/react/src/gallery.ts';
import {
  addSheets,
  createContext,
  element,
  loadLanguage,
  type PageConfig,
  setLook,
  toHostConfig,
} from '../../hosted/src/gallery.ts';
import { createGalleryClient, type Look, logIn } from './galleryClient.ts';
import { createHand } from './hand.ts';
import { nodeUrl } from './network.ts';
import { paintAlike } from './paintAlike.ts';
import { usualApp } from './people.ts';
import { settleFonts } from './settleFonts.ts';
import type { HostedState } from './states/state.ts';

const config: PageConfig = {
  apiUrl: location.origin,
  chains: [{ id: 1, name: 'Ethereum', rpc_url: nodeUrl, explorer_url: 'https://explorer.example' }],
};

let clearPrevious = () => {};
let showAgain: (language: string) => Promise<void> = async () => {};
let sheets: readonly CSSStyleSheet[] | null = null;

/** Removes the state that is shown, and clears the storage of the page. */
export function clearHosted(): void {
  clearPrevious();
  clearPrevious = () => {};
  localStorage.clear();
  sessionStorage.clear();
}

/** Shows the current state in another language. */
export const speakHosted = (language: string): Promise<void> => showAgain(language);

/**
 * Shows a hosted page in a state, replacing the previous one. The page is the real one; its client has the network and
 * the wallet frame of the state. Resolves once the state is shown.
 */
export async function showHosted(state: HostedState, look: Look = {}): Promise<void> {
  clearHosted();
  showAgain = (language) => showHosted(state, { ...look, language });
  // A hosted page needs the window that opened it, for its answer. This window stands in for that one, and receives no
  // message, because its origin is not the requester's.
  window.opener = state.isApart ? null : window;
  dress();
  setLook({ scheme: look.theme ?? 'system', accent: null });
  const language = await loadLanguage([look.language ?? 'en']);
  setDirection(language.tag, language.direction);
  const root = element('div', { class: 'hosted' });
  document.body.append(root);
  const host = { ...toHostConfig(config, language.tag), ...state.host };
  const client = createGalleryClient({ ...state, host }, look);
  const context = createContext({
    appId: usualApp.id,
    storagePrefix: client.options.storagePrefix ?? '',
    client,
    config,
    language,
    root,
  });
  clearPrevious = () => {
    context.closeWalletUi();
    root.remove();
    client.destroy();
    document.adoptedStyleSheets = [];
    setDirection('en', 'ltr');
  };
  await client.start();
  if (state.isLoggedIn) await logIn(createServices(client));
  void state.open(context);
  const page = createHand(root);
  if (!state.screen) {
    await page.see('.card, .notice');
    await state.act?.(page);
  } else {
    const { shadowRoot } = await page.see('.place:only-child latchkey-panel');
    if (!shadowRoot) throw new Error('The panel has no shadow root.');
    paintAlike(shadowRoot);
    const screen = createHand(shadowRoot);
    await screen.see(`[data-screen=${state.screen}] .content:not(:has(svg:empty)) > :not(.placeholder)`);
    await state.act?.(screen);
  }
  await settleFonts();
}

/**
 * Adds the style sheets of the hosted pages to the document. They are removed with the state, because they would change
 * how the modal's states look.
 */
function dress(): void {
  if (!sheets) {
    addSheets();
    paintAlike(document);
    sheets = [...document.adoptedStyleSheets];
  }
  document.adoptedStyleSheets = [...sheets];
}

function setDirection(tag: string, direction: 'ltr' | 'rtl'): void {
  document.documentElement.lang = tag;
  document.documentElement.dir = direction;
}
