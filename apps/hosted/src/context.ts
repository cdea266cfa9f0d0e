import type { LatchkeyClient } from '@latchkey/core';
import { fit } from './page/dom.ts';
import { setLook } from './page/look.ts';
import type { AppMark } from './page/marks.ts';
import type { Language } from './page/texts/index.ts';
import type { PageConfig } from './pageConfig.ts';
import type { WalletUi } from './react/walletUi.tsx';

/** Values and functions that the pages share. */
export interface Context {
  readonly client: LatchkeyClient;
  readonly appId: string;
  readonly storagePrefix: string;
  readonly config: PageConfig;
  readonly language: Language;
  readonly root: HTMLElement;
  /** Returns the app that holds the wallet. Its name is empty until the settings are loaded. */
  provider(): AppMark;
  /** Draws a page: a card, or the container of the modal's screens. */
  show(layout: 'card' | 'wallet-ui', ...nodes: readonly Node[]): void;
  /** Loads the modal's screens into a container, replacing the previous ones. */
  openWalletUi(place: HTMLElement): Promise<WalletUi>;
  closeWalletUi(): void;
}

export function createContext(
  parts: Pick<Context, 'appId' | 'client' | 'config' | 'language' | 'root' | 'storagePrefix'>,
): Context {
  const { client, root } = parts;
  let walletUi: WalletUi | null = null;
  const closeWalletUi = () => {
    walletUi?.unmount();
    walletUi = null;
  };
  return {
    ...parts,
    provider() {
      const { settings } = client.getState();
      const logo = settings?.appearance.logo;
      return { name: settings?.name ?? '', logoUrl: typeof logo === 'string' ? logo : null };
    },
    show(layout, ...nodes) {
      const { settings } = client.getState();
      if (settings) {
        setLook({ scheme: settings.appearance.palette.colorScheme, accent: settings.appearance.accentColor });
        document.title = fit(settings.name);
      }
      root.className = layout === 'wallet-ui' ? 'hosted with-wallet-ui' : 'hosted';
      root.replaceChildren(...nodes);
      root.querySelector('h1')?.focus({ preventScroll: true });
    },
    async openWalletUi(place) {
      const { mountWalletUi } = await import('./react/walletUi.tsx');
      closeWalletUi();
      walletUi = mountWalletUi(place, client);
      return walletUi;
    },
    closeWalletUi,
  };
}

/** Loads the modal's screens before they are needed: when the browser is idle, or after a short time. */
export function fetchWalletUiSoon(): void {
  const fetchWalletUi = () => void import('./react/walletUi.tsx').catch(() => undefined);
  if ('requestIdleCallback' in window) window.requestIdleCallback(fetchWalletUi, { timeout: 2_000 });
  else setTimeout(fetchWalletUi, 200);
}
