/** The languages of a page but English, each with the path of its script, which names its hash; put in by the build. */
declare const pageLanguages: Readonly<
  Record<string, { readonly direction: 'ltr' | 'rtl'; readonly path: string }>
>;

/** The texts of a page in the language in which they are. */
export interface LoadedTexts<Texts> {
  /** BCP 47. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly texts: Texts;
}

/**
 * Loads the texts of the page in a language, so that a page has the texts of no other one. English comes with the page.
 *
 * @param language BCP 47; its region is ignored
 * @param english the page's English texts
 * @returns English if there is no such language, or if its script does not come. Never rejects.
 */
export async function loadTexts<Texts>(language: string, english: Texts): Promise<LoadedTexts<Texts>> {
  const name = language.slice(0, 2).toLowerCase();
  const found = Object.hasOwn(pageLanguages, name) ? pageLanguages[name] : undefined;
  if (found) {
    try {
      // The script exports the texts alone.
      const [texts] = Object.values<Texts>(await import(found.path));
      if (texts) return { language: name, direction: found.direction, texts };
    } catch {
      // A page in English is of more use than none.
    }
  }
  return { language: 'en', direction: 'ltr', texts: english };
}

/** Sets the language and direction of the page to those of its texts. */
export function setLanguage(
  { documentElement }: Document,
  { language, direction }: Omit<LoadedTexts<unknown>, 'texts'>,
): void {
  documentElement.lang = language;
  documentElement.dir = direction;
}
