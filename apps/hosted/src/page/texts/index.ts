import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { ja } from './ja.ts';

/** The words of the pages in one language. */
export type Texts = Widened<typeof en>;

/** The same tree with any text in place of each. */
type Widened<T> = {
  readonly [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...names: infer Names) => string
      ? (...names: Names) => string
      : Widened<T[K]>;
};

const languages: Readonly<Record<string, Texts>> = { ar, de, en, es, ja };

/** A language of the pages. */
export interface Language {
  /** Its BCP 47 tag. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
}

/**
 * The first language that a person has chosen in the browser and that there is, else English. All of them are in the first
 * script: together they are smaller than a further request.
 */
export function chooseLanguage(wished: readonly string[]): Language {
  const tag = wished.map((one) => one.toLowerCase().split('-')[0] ?? '').find((one) => one in languages);
  const texts = languages[tag ?? 'en'] ?? en;
  return { tag: tag ?? 'en', direction: tag === 'ar' ? 'rtl' : 'ltr', texts };
}
