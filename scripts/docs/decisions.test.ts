import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { readTree } from '../check-architecture/tree.ts';
import { readPages } from './markdown.ts';

interface DecisionRecord {
  number: number;
  text: string;
}

const folder = join(root, 'docs/decisions');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const topics = readdirSync(folder).filter((name) => name !== 'README.md');
const records: DecisionRecord[] = topics.flatMap((topic) => recordsOf(read(topic)));
const numbers = new Set(records.map(({ number }) => number));

function recordsOf(page: string): DecisionRecord[] {
  const sections = page.split(/^(?=##)/m).flatMap((section) => {
    const [, number, text = ''] = /^### (\d+)\. .+\n([\s\S]*)/.exec(section) ?? [];
    return number ? [{ number: Number(number), text }] : [];
  });
  const rows = [...page.matchAll(/^\| (\d+) \|.*\| ([^|]+) \|$/gm)];
  return [...sections, ...rows.map(([, number, text = '']) => ({ number: Number(number), text }))];
}

function countSentences(text: string): number {
  const prose = text.replace(/`[^`]*`/g, 'code').replace(/"[^"]*"/g, 'quote');
  return (prose.match(/[.!?](?=\s|$)/g) ?? []).length;
}

const referencesOf = (text: string) =>
  [...text.matchAll(/\bdecisions? (\d+(?:(?:, | and | to )\d+)*)/gi)].flatMap(([, list = '']) =>
    (list.match(/\d+/g) ?? []).map(Number),
  );

describe('the decisions', () => {
  it('no two decisions have the same number, and the README of the decisions names the next number', () => {
    expect(records.length).toBeGreaterThan(300);
    expect(numbers.size).toBe(records.length);
    expect(read('README.md')).toContain(`Take the next number: **${Math.max(...numbers) + 1}**`);
  });

  it('each decision has at most four sentences', () => {
    const long = records.filter(({ text }) => countSentences(text) > 4);
    expect(long.map(({ number }) => number)).toEqual([]);
  });

  it('the README of the decisions links to each topic once', () => {
    const listed = [...read('README.md').matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => name);
    expect(listed.sort()).toEqual(topics.sort());
  });

  it('code and pages refer only to decisions that exist', () => {
    const sources = [...readTree(root).files, ...readPages()];
    const references = sources.flatMap(({ path, text }) =>
      referencesOf(text).map((number) => ({ path, number })),
    );
    expect(references.length).toBeGreaterThan(20);
    expect(references.filter(({ number }) => !numbers.has(number))).toEqual([]);
  });
});
