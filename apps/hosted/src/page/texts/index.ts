import { hostedEn } from './generated/en.ts';
import { hostedLanguages } from './generated/languages.ts';

/** The texts of the pages. */
export type Texts = typeof hostedEn;

interface LoadedLanguage {
  readonly direction: 'ltr' | 'rtl';
  readonly load: () => Promise<Texts>;
}

/** The languages but English, which comes with the pages. */
const languages: ReadonlyMap<string, LoadedLanguage> = new Map(Object.entries(hostedLanguages));

/** A language of the pages. */
export interface Language {
  /** Its BCP 47 tag. */
  readonly tag: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
}

const english: Language = { tag: 'en', direction: 'ltr', texts: hostedEn };

/**
 * Loads the first of some languages that the pages have.
 *
 * @param preferred the languages of the browser, as BCP 47 has them; regions are ignored
 * @returns English if the pages have none of them, or if it does not come. Never rejects.
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
