import { listPlurals, parseMessage, valuesOf } from './parseMessage.ts';
import { type Catalogue, type Entry, listEntries } from './readCatalogues.ts';
import { surfaces } from './surfaces.ts';

/**
 * Finds problems in the catalogues, such as messages with mistakes; messages that a language lacks, has in excess or
 * leaves in English; values that differ from English; and plurals with other forms than the language has.
 *
 * @returns a line for each problem, with the language and the message; empty if there are none
 */
export function findProblems(catalogues: readonly Catalogue[]): readonly string[] {
  const english = catalogues.find(({ language }) => language === 'en');
  if (!english) return ['en: there is no messages/en.json'];
  const source = new Map(listEntries(english.surfaces));
  return catalogues.flatMap((catalogue) => {
    const problems = [
      ...findMistakes(catalogue),
      ...(catalogue === english ? [] : compareWithEnglish(catalogue, source)),
    ];
    return problems.map((problem) => `${catalogue.language}: ${problem}`);
  });
}

function findMistakes({ language, direction, surfaces: messages }: Catalogue): readonly string[] {
  const categories = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort();
  const unknown = Object.keys(messages).filter((name) => !name.startsWith('@') && !(name in surfaces));
  return [
    ...(direction === 'ltr' || direction === 'rtl' ? [] : ['"direction" must be "ltr" or "rtl"']),
    ...unknown.map((name) => `${name} is no surface of scripts/messages/surfaces.ts`),
    ...listEntries(messages).flatMap(([path, message]) => {
      try {
        const plurals = message === null ? [] : listPlurals(parseMessage(message));
        const wrong = plurals.filter(
          (forms) => !isSame(forms.filter((form) => !form.startsWith('=')).sort(), categories),
        );
        return wrong.map(() => `${path}: a plural of this language has the forms ${categories.join(', ')}`);
      } catch (error) {
        return [`${path}: ${error instanceof Error ? error.message : error}`];
      }
    }),
  ];
}

function compareWithEnglish(
  { language, sameAsEnglish, surfaces: messages }: Catalogue,
  source: ReadonlyMap<string, string | null>,
): readonly string[] {
  const entries = listEntries(messages);
  const translated = new Map(entries);
  const wanted = [...source.keys()].filter((path) => isWanted(path, language));
  return [
    ...wanted.filter((path) => !translated.has(path)).map((path) => `${path} is missing`),
    ...entries
      .filter(([path]) => !wanted.includes(path))
      .map(([path]) => `${path} is ${source.has(path) ? 'for English alone' : 'not in English'}`),
    ...entries
      .filter((entry) => isUntranslated(entry, source) && !sameAsEnglish.includes(entry[0]))
      .map(([path]) => `${path} is not translated`),
    ...sameAsEnglish
      .filter((path) => !translated.has(path) || translated.get(path) !== source.get(path))
      .map((path) => `${path} is in "sameAsEnglish", and is not the same`),
    ...entries
      .filter(([path, message]) => hasOtherValues(message, source.get(path)))
      .map(([path]) => `${path} has other values than in English`),
  ];
}

function isWanted(path: string, language: string): boolean {
  return language === 'en' || surfaces[path.split('.')[0] ?? '']?.layout !== 'english';
}

/** True if a text is still English. A text without letters outside its values is the same in every language. */
function isUntranslated([path, message]: Entry, source: ReadonlyMap<string, string | null>): boolean {
  return message !== null && message === source.get(path) && /\p{L}/u.test(message.replace(/\{\w+\}/g, ''));
}

function hasOtherValues(message: string | null, english: string | null | undefined): boolean {
  if (message === null || english === null || english === undefined) return false;
  try {
    return !isSame(namesIn(message), namesIn(english));
  } catch {
    // `findMistakes` reports this message.
    return false;
  }
}

const namesIn = (message: string) => [...valuesOf(parseMessage(message)).keys()].sort();
const isSame = (a: readonly string[], b: readonly string[]) => a.join() === b.join();
