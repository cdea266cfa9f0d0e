import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { findProblems } from './findProblems.ts';
import { parseMessage } from './parseMessage.ts';
import { printSurfaces } from './printSurfaces.ts';
import { printModule } from './printTexts.ts';
import { type Catalogue, type Messages, readCatalogues } from './readCatalogues.ts';
import { surfaces } from './surfaces.ts';

const catalogues = readCatalogues(join(root, 'messages'));
const catalogue = (language: string, hosted: Messages, sameAsEnglish: readonly string[] = []): Catalogue => ({
  language,
  direction: 'ltr',
  sameAsEnglish,
  surfaces: { hosted },
});

describe('the catalogues', () => {
  it('the catalogues have every message in each language that needs it, with its values and the plurals of the language', () => {
    expect(catalogues.map(({ language }) => language)).toEqual(['en', 'ar', 'de', 'es', 'ja']);
    expect(findProblems(catalogues)).toEqual([]);
  });

  it('the committed modules match the catalogues', () => {
    const printed = printSurfaces(catalogues);
    for (const [path, text] of printed)
      expect(existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8'), path).toBe(text);
    const committed = Object.values(surfaces).flatMap(({ folder }) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => `${folder}/${file}`),
    );
    expect(committed.sort()).toEqual([...printed.keys()].sort());
  });
});

describe('findProblems', () => {
  const english = catalogue('en', { greet: 'Hello, {name}', left: '{count} left', close: 'Close' });
  const german = (hosted: Messages, same?: readonly string[]) =>
    findProblems([english, catalogue('de', hosted, same)]);
  const whole = { greet: 'Hallo, {name}', left: '{count} übrig', close: 'Schließen' };

  it('findProblems accepts a complete translation', () => expect(german(whole)).toEqual([]));

  it('findProblems finds messages that are missing, superfluous or not translated', () => {
    const { close: _, ...rest } = whole;
    expect(german(rest)).toEqual(['de: hosted.close is missing']);
    expect(german({ ...whole, open: 'Öffnen' })).toEqual(['de: hosted.open is not in English']);
    const withMail = { ...catalogue('de', whole), surfaces: { hosted: whole, codeMail: { life: 'Leben' } } };
    const inEnglish = { ...english, surfaces: { ...english.surfaces, codeMail: { life: 'Life' } } };
    expect(findProblems([inEnglish, catalogue('de', whole)])).toEqual([]);
    expect(findProblems([inEnglish, withMail])).toEqual(['de: codeMail.life is for English alone']);
    expect(german({ ...whole, close: 'Close' })).toEqual(['de: hosted.close is not translated']);
    expect(german({ ...whole, close: 'Close' }, ['hosted.close'])).toEqual([]);
    expect(german(whole, ['hosted.close'])).toEqual([
      'de: hosted.close is in "sameAsEnglish", and is not the same',
    ]);
  });

  it('findProblems finds different values, plurals of another language, and mistakes in a message', () => {
    expect(german({ ...whole, greet: 'Hallo, {nome}' })).toEqual([
      'de: hosted.greet has other values than in English',
    ]);
    expect(german({ ...whole, left: '{count, plural, other {{count} übrig}}' })).toEqual([
      'de: hosted.left: a plural of this language has the forms one, other',
    ]);
    expect(german({ ...whole, greet: 'Hallo, {name' })[0]).toMatch(/^de: hosted\.greet: /);
  });
});

describe('printModule', () => {
  const print = (message: string, language = 'en') =>
    printModule('someTexts', {
      language,
      path: 'hosted',
      messages: { text: message },
      typesOf: () => new Map([['count', 'number']]),
    });
  /** Returns the text that a printed module creates. */
  const make = (message: string, values: object = {}, language?: string): string => {
    const { code } = transformSync(print(message, language), {
      loader: 'ts',
      format: 'iife',
      globalName: 'printed',
    });
    const { text }: { text: string | ((values: object) => string) } = new Function(
      `${code}; return printed.someTexts;`,
    )();
    return typeof text === 'string' ? text : text(values);
  };
  /** Characters with a meaning in a template literal. */
  const hostile = ['`', '$', '{1}', '\\'].join('');

  it('a printed text keeps characters that have a meaning in code', () => {
    const text = `It's "${hostile}"\n`;
    expect(make(text.replace('{1}', "'{1}'"))).toBe(text);
    expect(make(`{name}${text.replace('{1}', "'{1}'")}`, { name: 'x' })).toBe(`x${text}`);
  });

  it('a printed text contains its values, and its numbers in the format of the language', () => {
    expect(make('{b} before {a}', { a: 'x', b: hostile })).toBe(`${hostile} before x`);
    expect(make('{count, number} bytes', { count: 1234567 }, 'de')).toBe('1.234.567 bytes');
    expect(make('{count, number}', { count: 1234 }, 'ar')).toMatch(/^1.234$/);
  });

  it('a printed text supports all six plurals of Arabic', () => {
    const message =
      '{count, plural, =7 {seven} zero {z} one {o} two {t} few {f #} many {m {count}} other {x}} {side, select, left {L} other {R}}';
    const of = (count: number) => make(message, { count, side: 'left' }, 'ar');
    expect([0, 1, 2, 3, 7, 11, 100].map(of)).toEqual([
      'z L',
      'o L',
      't L',
      'f 3 L',
      'seven L',
      'm 11 L',
      'x L',
    ]);
  });

  it.each(['{when, date}', '{count, selectordinal, one {a} other {b}}', '{count, plural, one {a}}', '{a'])(
    'parseMessage refuses %s',
    (message) => expect(() => parseMessage(message)).toThrow(),
  );
});
