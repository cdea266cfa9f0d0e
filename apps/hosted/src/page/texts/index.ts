import { hostedEn } from './generated/en.ts';
import { hostedLanguages } from './generated/languages.ts';

export type Texts = typeof hostedEn;

interface LoadedLanguage {
  readonly direction: 'ltr' | 'rtl';
  readonly load: () => Promise<Texts>;
}

const languages: ReadonlyMap<string, LoadedLanguage> = new Map(Object.entries(hostedLanguages));

export interface Language {
  /** BCP 47 language tag. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
}

const english: Language = { tag: 'en', direction: 'ltr', texts: hostedEn };

/**
 * Loads the first of the preferred languages that the pages support.
 *
 * @param preferred languages of the browser as BCP 47 tags; regions are ignored
 * @returns the language, or English if none is supported or its texts cannot be loaded. Never rejects.
 */
export async function loadLanguage(preferred: readonly string[]): Promise<Language> {
  const tags = preferred.map((one) => one.toLowerCase().split('-')[0] ?? '');
  const tag = tags.find((one) => one === 'en' || languages.has(one)) ?? 'en';
  const language = languages.get(tag);
  if (!language) return english;
  const { direction, load } = language;
  return load().then(
    (texts) => ({ tag, direction, texts }),
    () => english,
  );
}
