import { expect, it } from 'vitest';
import { wordsOf } from './words.ts';

const textsOf = (language: string): string[] => [
  ...(JSON.stringify(wordsOf(language)).match(/"[^"]+"(?=[,}])/g) ?? []),
];

it('asks for a signature in five languages, and in English where there are no words', () => {
  const english = textsOf('en');
  expect(english).toHaveLength(14);
  for (const language of ['ar', 'de-AT', 'ES', 'ja']) {
    const same = textsOf(language).filter((text) => english.includes(text));
    // German calls it the same.
    expect(same, language).toEqual(language === 'de-AT' ? ['"Domain"'] : []);
  }
  for (const language of ['', 'fr', 'constructor', '__proto__'])
    expect(wordsOf(language)).toBe(wordsOf('en'));
});
