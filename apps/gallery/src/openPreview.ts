import { type Look, show, speak } from './preview.tsx';
import { exhibits } from './states/index.ts';

declare global {
  interface Window {
    /** API for tests: names of all states, and a function that replaces the shown state. */
    gallery: {
      readonly names: readonly string[];
      show(name: string, look?: Look): Promise<void>;
      speak(language: string): Promise<void>;
    };
  }
}

/** Shows the state that the URL names. `window.gallery` replaces it. */
export async function openPreview(query: URLSearchParams): Promise<void> {
  window.gallery = {
    names: exhibits.map(({ name }) => name),
    async show(name, look) {
      const exhibit = exhibits.find((one) => one.name === name);
      if (!exhibit) throw new Error(`The gallery has no state ${name}.`);
      await show(exhibit.entry, exhibit.conditions, look);
      document.documentElement.dataset.shown = name;
    },
    speak,
  };
  const theme = query.get('theme') as Look['theme'];
  document.documentElement.style.colorScheme = theme ?? 'light dark';
  await window.gallery.show(query.get('state') ?? '', {
    ...(theme ? { theme } : {}),
    language: query.get('language') ?? 'en',
  });
}
