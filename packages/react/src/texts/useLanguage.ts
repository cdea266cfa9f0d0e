import { useEffect, useState } from 'react';
import { modalLanguages } from './generated/languages.ts';
import { mergeTexts } from './useTexts.ts';

type Texts = Readonly<Record<string, object>>;

interface LoadedLanguage {
  readonly direction: 'ltr' | 'rtl';
  readonly load: () => Promise<Texts>;
}

const languages: ReadonlyMap<string, LoadedLanguage> = new Map(Object.entries(modalLanguages));
const known = new Map<string, Texts>();

interface Language {
  /** BCP 47 language tag. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** Texts that replace the English ones. */
  readonly texts: Texts;
}

/**
 * Loads the modal's language. Returns null until its texts are loaded. Falls back to English texts if they cannot be
 * loaded, so users can still log in.
 *
 * @param tag language of the settings; `de-AT` and `de_AT` both select German
 * @param own the host's own texts, which replace those of every language
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
