import { expect, it } from 'vitest';
import { openWords } from './openWords.ts';
import { approvalWordsOf } from './words.ts';

const textsOf = (language: string): string[] => [
  ...(JSON.stringify(approvalWordsOf(language)).match(/"[^"]+"(?=[,}])/g) ?? []),
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
    expect(approvalWordsOf(language)).toBe(approvalWordsOf('en'));
});

it('asks for a code in as many, each sentence in its own', () => {
  const english = Object.values(openWords('en')).map(String);
  for (const language of ['ar', 'de-AT', 'ES', 'ja']) {
    const words = openWords(language);
    expect(Object.keys(words)).toEqual(Object.keys(openWords('en')));
    expect(
      Object.values(words).filter((text) => english.includes(String(text))),
      language,
    ).toEqual([]);
    expect(words.wait(24)).toContain('24');
  }
  expect(openWords('__proto__')).toBe(openWords('en'));
});
