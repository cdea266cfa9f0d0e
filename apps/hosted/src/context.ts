import type { LatchkeyClient } from '@latchkey/core/startup';
import { fit } from './page/dom.ts';
import { setLook } from './page/look.ts';
import type { AppMark } from './page/marks.ts';
import type { Language } from './page/texts/index.ts';
import type { PageConfig } from './pageConfig.ts';
import type { Stage } from './react/stage.tsx';

/** What every page works with. */
export interface Context {
  readonly client: LatchkeyClient;
  readonly appId: string;
  readonly storagePrefix: string;
  readonly config: PageConfig;
  readonly language: Language;
  /** Where the page is drawn. */
  readonly root: HTMLElement;
  /** The app that holds the wallet; once its settings are there. */
  provider(): AppMark;
  /** Draws a page; a staged one has the modal's screens in it. */
  show(layout: 'card' | 'staged', ...nodes: readonly Node[]): void;
  /** Loads the modal's screens and puts them into a place, in place of those before. */
  openStage(place: HTMLElement): Promise<Stage>;
  closeStage(): void;
}

/** Makes it. Nothing of React is loaded until a stage is opened or the page has nothing else to do. */
export function createContext(
  parts: Pick<Context, 'appId' | 'client' | 'config' | 'language' | 'root' | 'storagePrefix'>,
): Context {
  const { client, root } = parts;
  let stage: Stage | null = null;
  const closeStage = () => {
    stage?.unmount();
    stage = null;
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
      root.className = layout === 'staged' ? 'hosted staged' : 'hosted';
      root.replaceChildren(...nodes);
      root.querySelector('h1')?.focus({ preventScroll: true });
    },
    async openStage(place) {
      const { mountStage } = await import('./react/stage.tsx');
      closeStage();
      stage = mountStage(place, client);
      return stage;
    },
    closeStage,
  };
}

/** Fetches what most people need next, once the browser has nothing else to do. */
export function fetchStageSoon(): void {
  const fetchStage = () => void import('./react/stage.tsx').catch(() => undefined);
  if ('requestIdleCallback' in window) window.requestIdleCallback(fetchStage, { timeout: 2_000 });
  else setTimeout(fetchStage, 200);
}
