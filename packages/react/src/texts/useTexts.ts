import { createContext, useContext } from 'react';

/** Texts that replace English ones, by part of the modal. Each part may be incomplete. */
export const TextsContext = createContext<Readonly<Record<string, object | undefined>>>({});

/** Language of the modal, for the amounts in it. Dates use the locale of the settings. */
export const LanguageContext = createContext<{ readonly tag: string; readonly direction: 'ltr' | 'rtl' }>({
  tag: 'en',
  direction: 'ltr',
});

/**
 * Returns the texts of a part of the modal: the host's, else those of the modal's language. A text that both leave out
 * stays English.
 *
 * @param part name of the part in the catalogues
 * @param english its English texts, from `generated/en/<part>.ts`
 */
export function useTexts<T extends object>(part: string, english: T): T {
  const given = useContext(TextsContext)[part];
  return given ? mergeTexts(english, given) : english;
}

/** Returns texts with replacements. A replacement that is not of the text's type is ignored. */
export function mergeTexts<T extends object>(texts: T, given: object): T {
  const merged = Object.entries(texts).map(([name, text]) => {
    const other = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
    if (other === undefined || other === null) return [name, text];
    const isGroup = typeof text === 'object' && text !== null && typeof other === 'object';
    return [name, isGroup ? mergeTexts(text, other) : typeof other === typeof text ? other : text];
  });
  return Object.fromEntries(merged) as T;
}
