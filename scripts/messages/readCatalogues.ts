import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Texts in ICU MessageFormat, by name. `null` stands for the service's own text of an error. A name that begins
 * with `@` is a note for translators.
 */
export interface Messages {
  readonly [name: string]: string | null | Messages;
}

export interface Catalogue {
  /** BCP 47 tag without a region: the file's name. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** Paths of messages that are the same as in English. */
  readonly sameAsEnglish: readonly string[];
  readonly surfaces: Messages;
}

/** A message with its path, such as `modal.code.title`. */
export type Entry = readonly [path: string, message: string | null];

/** Reads the catalogues of a folder. English comes first, the others are in alphabetical order. */
export function readCatalogues(folder: string): readonly Catalogue[] {
  const languages = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
    .sort((a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b, 'en'));
  return languages.map((language) => {
    const { direction, sameAsEnglish, ...surfaces } = JSON.parse(
      readFileSync(join(folder, `${language}.json`), 'utf8'),
    );
    return { language, direction, sameAsEnglish: sameAsEnglish ?? [], surfaces };
  });
}

/** Lists the messages below a name, without the notes for translators. */
export function listEntries(messages: Messages, path = ''): readonly Entry[] {
  return Object.entries(messages).flatMap(([name, value]): readonly Entry[] => {
    if (name.startsWith('@')) return [];
    const place = path === '' ? name : `${path}.${name}`;
    return value === null || typeof value === 'string' ? [[place, value]] : listEntries(value, place);
  });
}
