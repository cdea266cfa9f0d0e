import { createContext, useContext } from 'react';

/** Words as a translation gives them: the same names, any text; a text with a blank to fill stays a function. */
export type Translated<T> = {
  readonly [K in keyof T]: T[K] extends string | null
    ? string | null
    : T[K] extends (...blanks: infer Blanks) => string
      ? (...blanks: Blanks) => string
      : Translated<T[K]>;
};

/** The words that stand in place of English: by part of the modal, of each any number. */
export const TextsContext = createContext<Readonly<Record<string, object | undefined>>>({});

/** The language that is on, for numbers in it. */
export const LanguageContext = createContext<{ readonly tag: string; readonly direction: 'ltr' | 'rtl' }>({
  tag: 'en',
  direction: 'ltr',
});

/**
 * The words of a part of the modal in the language that is on. English stands in the part's own file; what a
 * translation or the host leaves out stays English.
 */
export function useTexts<T extends object>(part: string, english: T): T {
  const given = useContext(TextsContext)[part];
  return given ? mergeTexts(english, given) : english;
}

/** English with whatever a translation has in its place. */
export function mergeTexts<T extends object>(english: T, given: object): T {
  const merged = Object.entries(english).map(([name, text]) => {
    const other = Object.hasOwn(given, name) ? (given as Record<string, unknown>)[name] : undefined;
    if (other === undefined || other === null) return [name, text];
    const isGroup = typeof text === 'object' && text !== null && typeof other === 'object';
    return [name, isGroup ? mergeTexts(text, other) : typeof other === typeof text ? other : text];
  });
  return Object.fromEntries(merged) as T;
}
