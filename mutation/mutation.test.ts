import { describe, expect, it } from 'vitest';
import { type Outcome, type StrykerReport, scoreOf, toOutcome } from './outcome.ts';
import { toPage } from './page.ts';
import { findReason, listIdle, readReasons, toRow } from './reasons.ts';

const source =
  'export function isOdd(value: number) {\n  if (value < 0 || value > 9) return false;\n  return true;\n}\n';
const at = (line: number, from: number, to: number) => ({
  start: { line, column: from },
  end: { line, column: to },
});
const mutant = (status: string, location = at(2, 7, 16), replacement = 'value <= 0') => ({
  mutatorName: 'EqualityOperator',
  status,
  location,
  replacement,
});
const reportOf = (...mutants: ReturnType<typeof mutant>[]): StrykerReport => ({
  files: { 'packages/a/src/odd.ts': { source, mutants } },
});
const took = { wall: 1.2, cpu: 0.7 };
const outcomeOf = (...mutants: ReturnType<typeof mutant>[]): Outcome =>
  toOutcome(reportOf(...mutants), { group: 'odd', isSample: false, took });

describe('outcome', () => {
  it('an outcome counts noticed mutants, and names each survivor by its line and its change', () => {
    const lived = mutant('Survived');
    expect(outcomeOf(mutant('Killed'), mutant('Timeout'), lived, mutant('Ignored'))).toEqual({
      group: 'odd',
      killed: 1,
      timedOut: 1,
      loadedOnly: 1,
      drawnFrom: null,
      took,
      survivors: [
        {
          file: 'packages/a/src/odd.ts',
          line: 2,
          text: 'if (value < 0 || value > 9) return false;',
          change: 'value < 0 → value <= 0',
          isReached: true,
        },
      ],
    });
  });

  it('an outcome counts a mutant that no test reached as a survivor, and leaves out one that was not drawn', () => {
    const sampled = toOutcome(reportOf(mutant('Killed'), mutant('NoCoverage'), mutant('CompileError')), {
      group: 'odd',
      isSample: true,
      took,
    });
    expect(sampled).toMatchObject({ killed: 1, drawnFrom: 3, survivors: [{ isReached: false }] });
    expect(scoreOf([sampled])).toBe(0.5);
  });

  it('an outcome shortens a change of many lines to one line', () => {
    const whole = { start: { line: 1, column: 38 }, end: { line: 4, column: 2 } };
    const [survivor] = outcomeOf(mutant('Survived', whole, '{}')).survivors;
    expect(survivor?.text).toBe('export function isOdd(value: number) {');
    expect(survivor?.change).toBe('{ if (value < 0 || value > 9) return false; return true; } → {}');
  });
});

describe('reason', () => {
  const header = 'file\tline\tchange\treason\n';
  const row =
    'packages/a/src/odd.ts\tif (value < 0 || value > 9) return false;\tvalue < 0 → value <= 0\tof no matter';
  const [survivor] = outcomeOf(mutant('Survived')).survivors;
  if (!survivor) throw new Error('there is one');

  it('the reason for a survivor is found by file, line text and change, even if the line has moved', () => {
    const reasons = readReasons(`${header}${row}\n`);
    expect(findReason(reasons, { ...survivor, line: 700 })?.reason).toBe('of no matter');
    for (const other of [{ file: 'b.ts' }, { text: 'return true;' }, { change: 'true → false' }])
      expect(findReason(reasons, { ...survivor, ...other })).toBeNull();
    expect(listIdle(reasons, [survivor])).toEqual([]);
    expect(listIdle(reasons, [])).toHaveLength(1);
  });

  it('the reason for a survivor may apply to every change of its line', () => {
    const reasons = readReasons(`${header}${row.replace('value < 0 → value <= 0', '*')}\n`);
    expect(findReason(reasons, { ...survivor, change: 'true → false' })?.reason).toBe('of no matter');
  });

  it('a row of the reasons has four columns, and the printed row for a survivor becomes valid with a reason', () => {
    expect(readReasons(`${header}${toRow(survivor)}of no matter\n`)).toHaveLength(1);
    expect(() => readReasons(header + toRow(survivor))).toThrow('line 2');
    expect(() => readReasons(row)).toThrow('must begin with');
  });

  it('the page of results prints each reason with its mutant, and marks a missing reason', () => {
    const outcomes = [outcomeOf(mutant('Killed'), mutant('Survived'))];
    const page = toPage(outcomes, readReasons(`${header}${row}\n`));
    expect(page).toContain('| odd | 2 (all) | 1 | 0 | 1 | 50.0 % | 1.2 | 0.7 |');
    expect(page).toContain('| 2 | `` value < 0 → value <= 0 `` | of no matter |');
    expect(toPage(outcomes, [])).toContain('**none yet**');
  });
});
