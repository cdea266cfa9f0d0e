import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './build/contentHash.ts';
import { coverageOf, toTable } from './spec/coverage.ts';
import { idsIn, readPartial, readRequirements } from './spec/ledger.ts';
import { proofsIn } from './spec/proofs.ts';
import type { TestReport } from './spec/results.ts';

function report(tests: [title: string, status: string, group?: string][]): TestReport {
  const assertionResults = tests.map(([title, status, group]) => ({
    title,
    status,
    ancestorTitles: group ? [group] : [],
  }));
  return {
    testResults: [{ name: join(root, 'e2e/a.test.ts'), status: 'passed', assertionResults }],
  };
}

const requirements = [
  { id: 'OTP-05', area: 'email' },
  { id: 'OTP-06', area: 'email' },
  { id: 'S22', area: 'security' },
];

describe('idsIn', () => {
  it.each([
    ['[OTP-05] waits', ['OTP-05']],
    ['[OTP-05, S22] waits', ['OTP-05', 'S22']],
    ['[OTP-05][S22] waits', ['OTP-05', 'S22']],
    ['OTP-05 waits', []],
    ['takes [a, b] and [] and [EIP 712]', []],
  ])('%s', (title, ids) => expect(idsIn(title)).toEqual(ids));
});

describe('proofsIn', () => {
  it('takes an id from a passing test and from the group around it', () => {
    const proofs = proofsIn([
      report([
        ['[OTP-05] x', 'passed'],
        ['y', 'passed', '[S22] z'],
      ]),
    ]);
    expect([...proofs.keys()]).toEqual(['OTP-05', 'S22']);
  });

  it('takes none from a test that did not run or failed, on either database', () => {
    const proofs = proofsIn([
      report([
        ['[OTP-05] x', 'passed'],
        ['[OTP-06] x', 'skipped'],
      ]),
      report([['[OTP-05] x', 'failed']]),
    ]);
    expect(proofs.size).toBe(0);
  });
});

describe('coverageOf', () => {
  const proofs = proofsIn([
    report([
      ['[OTP-05] x', 'passed'],
      ['[SIGN-07] y', 'passed'],
    ]),
  ]);
  const waiting = new Map([
    ['SIGN-07', 'sending'],
    ['OTP-06', 'nothing that counts: no test names it'],
  ]);
  const coverage = coverageOf([...requirements, { id: 'SIGN-07', area: 'sign' }], proofs, waiting);

  it('counts per area and names what is missing, what waits and what proves', () => {
    expect(coverage).toEqual({
      total: 4,
      proved: 1,
      areas: [
        { area: 'email', total: 2, proved: 1, partial: [], missing: ['OTP-06'] },
        { area: 'security', total: 1, proved: 0, partial: [], missing: ['S22'] },
        { area: 'sign', total: 1, proved: 0, partial: [{ id: 'SIGN-07', waits: 'sending' }], missing: [] },
      ],
      proofs: { 'OTP-05': ['e2e/a.test.ts'] },
    });
  });

  it('prints a line per area and the sum', () => {
    expect(toTable(coverage)).toBe(
      [
        '  email       1 / 2',
        '      missing: OTP-06',
        '  security    0 / 1',
        '      missing: S22',
        '  sign        0 / 1',
        '      in part: SIGN-07 (waits: sending)',
        '',
        '  1 of 4 requirements are proved by a passing test that names them, 1 more in part.',
      ].join('\n'),
    );
  });
});

describe('the ledgers', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');

  it('are read whole: 543 requirements and 58 security rows, no id twice', () => {
    const all = readRequirements(read);
    const security = all.filter(({ area }) => area === 'security');
    expect([all.length - security.length, security.length]).toEqual([543, 58]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.every(({ id }) => idsIn(`[${id}]`).length === 1)).toBe(true);
  });

  it('know each requirement that is proved in part, once and with what waits', () => {
    const ids = new Set(readRequirements(read).map(({ id }) => id));
    const rows = read('docs/spec/partial.tsv').trimEnd().split('\n').slice(1);
    const partial = readPartial(read);
    expect([...partial.keys()].filter((id) => !ids.has(id))).toEqual([]);
    expect(partial.size).toBe(rows.length);
    expect([...partial].filter(([, waits]) => waits.trim() === '')).toEqual([]);
  });
});
