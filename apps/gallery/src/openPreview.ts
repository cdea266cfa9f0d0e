import type { Look } from './galleryClient.ts';
import { clearHosted, showHosted, speakHosted } from './hostedPreview.ts';
import { clear, show, speak } from './preview.tsx';
import { exhibits } from './states/index.ts';

declare global {
  interface Window {
    /** API for tests: the names of all states, and functions that replace the shown state or change its language. */
    gallery: {
      readonly names: readonly string[];
      show(name: string, look?: Look): Promise<void>;
      speak(language: string): Promise<void>;
    };
  }
}

/** Shows the state that the URL names. Tests can then show others with `window.gallery`. */
export async function openPreview(query: URLSearchParams): Promise<void> {
  let isHosted = false;
  window.gallery = {
    names: exhibits.map(({ name }) => name),
    async show(name, look) {
      const exhibit = exhibits.find((one) => one.name === name);
      if (!exhibit) throw new Error(`The gallery has no state ${name}.`);
      isHosted = 'hosted' in exhibit;
      if ('hosted' in exhibit) {
        clear();
        await showHosted(exhibit.hosted, look);
      } else {
        clearHosted();
        await show(exhibit.entry, exhibit.conditions, look);
      }
      document.documentElement.dataset.shown = name;
    },
    speak: (language) => (isHosted ? speakHosted(language) : speak(language)),
  };
  const theme = query.get('theme') as Look['theme'];
  document.documentElement.style.colorScheme = theme ?? 'light dark';
  await window.gallery.show(query.get('state') ?? '', {
    ...(theme ? { theme } : {}),
    language: query.get('language') ?? 'en',
  });
}
