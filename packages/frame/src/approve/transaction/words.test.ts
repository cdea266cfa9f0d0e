import { expect, it } from 'vitest';
import { transactionWordsOf } from './words.ts';

/** Every text by its place, such as `titles.transfer`. */
function textsOf(language: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, word] of Object.entries(transactionWordsOf(language))) {
    const inner: [string, string][] =
      typeof word === 'string' ? [['', word]] : Object.entries(word as Record<string, string>);
    for (const [part, text] of inner) texts.set(`${name}.${part}`, text);
  }
  return texts;
}

it('has words for transactions in five languages, and English where there are none', () => {
  const english = textsOf('en');
  expect(english.size).toBeGreaterThan(45);
  const [german, spanish] = [
    ['nonce.', 'chain.'],
    ['nonce.', 'bytes.'],
  ];
  const same: Record<string, readonly string[]> = { ar: [], 'de-AT': german, ES: spanish, ja: [] };
  for (const [language, expected] of Object.entries(same)) {
    const texts = textsOf(language);
    expect([...texts.keys()].sort(), language).toEqual([...english.keys()].sort());
    const shared = [...texts].filter(([place, text]) => english.get(place) === text);
    expect(shared.map(([place]) => place).sort(), language).toEqual([...expected].sort());
    // What is filled in stands in every language.
    expect(texts.get('bytes.')).toContain('{count}');
    expect(texts.get('chain.')).toContain('{id}');
  }
  for (const language of ['', 'fr', 'constructor', '__proto__'])
    expect(transactionWordsOf(language)).toBe(transactionWordsOf('en'));
});
