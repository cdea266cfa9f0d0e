import { useEffect, useState } from 'react';
import { mergeTexts } from '../ui/index.ts';
import type { Locale } from './locale.ts';

/** The translations, each loaded when it is first wanted. English is in the screens themselves. */
const translations: Readonly<Record<string, () => Promise<Locale>>> = {
  ar: () => import('./ar.ts').then(({ ar }) => ar),
  de: () => import('./de.ts').then(({ de }) => de),
  es: () => import('./es.ts').then(({ es }) => es),
  ja: () => import('./ja.ts').then(({ ja }) => ja),
};
/** Those that came: the next time their words are there at once. */
const known = new Map<string, Locale>();
const writtenRightToLeft = new Set(['ar']);

interface Language {
  /** BCP 47. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  /** What stands in place of English. */
  readonly texts: Readonly<Record<string, object>>;
}

/**
 * The language of the modal, null until its words are there. One that cannot be loaded becomes English: a person who
 * wants to log in can.
 *
 * @param tag language of the settings; `de-AT` is German, and so is the `de_AT` of other systems
 * @param own the host's own words, which stand in place of every language's
 */
export function useLanguage(tag: string, own: Readonly<Record<string, object>>): Language | null {
  const [loaded, setLoaded] = useState<{ name: string; texts: Partial<Locale> } | null>(null);
  const [name = 'en'] = tag.toLowerCase().split(/[-_]/);
  const load = translations[name];

  useEffect(() => {
    let isGone = false;
    const show = (texts: Partial<Locale>) => {
      if (!isGone) setLoaded({ name, texts });
    };
    if (known.has(name)) return;
    load?.().then(
      (texts) => {
        known.set(name, texts);
        show(texts);
      },
      () => show({}),
    );
    return () => {
      isGone = true;
    };
  }, [load, name]);

  if (!load) return { tag: 'en', direction: 'ltr', texts: own };
  const words = known.get(name) ?? (loaded?.name === name ? loaded.texts : null);
  if (!words) return null;
  return {
    tag: name,
    direction: writtenRightToLeft.has(name) ? 'rtl' : 'ltr',
    texts: mergeAll(words, own),
  };
}

function mergeAll(texts: Partial<Locale>, own: Readonly<Record<string, object>>): Record<string, object> {
  const parts = Object.entries(texts).map(([part, words]) => [part, mergeTexts(words, own[part] ?? {})]);
  return { ...own, ...Object.fromEntries(parts) };
}
