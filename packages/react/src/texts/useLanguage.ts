import { useEffect, useState } from 'react';
import { modalLanguages } from './generated/languages.ts';
import { mergeTexts } from './useTexts.ts';

/** Texts by part of the modal. */
type Texts = Readonly<Record<string, object>>;

interface LoadedLanguage {
  readonly direction: 'ltr' | 'rtl';
  readonly load: () => Promise<Texts>;
}

/** The languages but English, which comes with the screens. */
const languages: ReadonlyMap<string, LoadedLanguage> = new Map(Object.entries(modalLanguages));
/** Texts that have loaded: the next time they are there at once. */
const known = new Map<string, Texts>();

interface Language {
  /** BCP 47. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** Texts that take the place of English ones. */
  readonly texts: Texts;
}

/**
 * Loads the language of the modal; null until its texts are there. One that cannot be loaded becomes English: a person who
 * wants to log in can.
 *
 * @param tag language of the settings; `de-AT` is German, and so is the `de_AT` of other systems
 * @param own the host's own texts, which take the place of every language's
 */
export function useLanguage(tag: string, own: Texts): Language | null {
  const [loaded, setLoaded] = useState<{ name: string; texts: Texts } | null>(null);
  const [name = 'en'] = tag.toLowerCase().split(/[-_]/);
  const language = languages.get(name);

  useEffect(() => {
    let isGone = false;
    const show = (texts: Texts) => {
      if (!isGone) setLoaded({ name, texts });
    };
    if (known.has(name)) return;
    language?.load().then(
      (texts) => {
        known.set(name, texts);
        show(texts);
      },
      () => show({}),
    );
    return () => {
      isGone = true;
    };
  }, [language, name]);

  if (!language) return { tag: 'en', direction: 'ltr', texts: own };
  const texts = known.get(name) ?? (loaded?.name === name ? loaded.texts : null);
  if (!texts) return null;
  return { tag: name, direction: language.direction, texts: mergeAll(texts, own) };
}

function mergeAll(texts: Texts, own: Texts): Texts {
  const parts = Object.entries(texts).map(([part, some]) => [part, mergeTexts(some, own[part] ?? {})]);
  return { ...own, ...Object.fromEntries(parts) };
}
