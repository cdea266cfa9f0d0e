/**
 * Languages of a page except English, each with the path of its script, which contains its hash. The build defines
 * them.
 */
declare const pageLanguages: Readonly<
  Record<string, { readonly direction: 'ltr' | 'rtl'; readonly path: string }>
>;

export interface LoadedTexts<Texts> {
  /** BCP 47. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
}

/**
 * Loads the texts of the page in one language. English is part of the page.
 *
 * @param language BCP 47; only its first two letters count
 * @param english the page's English texts
 * @returns English if there is no such language or its script does not load. Never rejects.
 */
export async function loadTexts<Texts>(language: string, english: Texts): Promise<LoadedTexts<Texts>> {
  const name = language.slice(0, 2).toLowerCase();
  const found = Object.hasOwn(pageLanguages, name) ? pageLanguages[name] : undefined;
  if (found) {
    try {
      // The script has a single export, the texts.
      const [texts] = Object.values<Texts>(await import(found.path));
      if (texts) return { language: name, direction: found.direction, texts };
    } catch {
      // A page in English is better than no page.
    }
  }
  return { language: 'en', direction: 'ltr', texts: english };
}

export function setLanguage(
  { documentElement }: Document,
  { language, direction }: Omit<LoadedTexts<unknown>, 'texts'>,
): void {
  documentElement.lang = language;
  documentElement.dir = direction;
}
