import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Stolen {
  readonly what: string;
  readonly verdict: 'opens' | 'safe';
}

const page = join(import.meta.dirname, '../../docs/custody.md');

/** Reads the table of docs/custody.md that says what an attacker can open with which loot, so page and test agree. */
export function readStolen(): Stolen[] {
  const [, section = ''] = readFileSync(page, 'utf8').split('\n## What an attacker needs\n');
  const rows =
    section
      .split('\n## ')[0]
      ?.match(/^\| .+$/gm)
      ?.slice(1) ?? [];
  return rows.map((row) => {
    const [, what = '', verdict = ''] = row.split('|').map((cell) => cell.trim());
    return { what, verdict: verdict.startsWith('**opens**') ? 'opens' : 'safe' };
  });
}
