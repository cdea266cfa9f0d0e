import { describe, expect, it } from 'vitest';
import { inAllRounds, inRounds, overRounds } from './rounds.ts';

describe('the rounds of a bench', () => {
  it('a figure is the median of its rounds, with the lowest and the highest', () => {
    expect(overRounds([4, 1, 100, 3, 2], (ms) => ms)).toEqual({
      value: 3,
      spread: { rounds: 5, min: 1, max: 100 },
    });
    expect(overRounds([1, 2, 3, 4, 5, 6], (ms) => ms).value).toBe(3.5);
  });

  it('a ratio is the median of the ratios within each round, not the ratio of two medians', () => {
    const rounds = [
      { ours: 2, bare: 1 },
      { ours: 4, bare: 1 },
      { ours: 30, bare: 10 },
      { ours: 40, bare: 10 },
      { ours: 60, bare: 20 },
    ];
    expect(overRounds(rounds, ({ ours, bare }) => ours / bare).value).toBe(3);
  });

  it('what must not happen is counted in all rounds', () => {
    expect(inAllRounds([0, 0, 1, 0, 2], (failures) => failures)).toBe(3);
  });

  it('fewer than five rounds are refused before anything is measured', async () => {
    let measured = 0;
    const measure = async () => {
      measured += 1;
    };
    await expect(inRounds({ rounds: 4, warmUp: 1 }, measure)).rejects.toThrow(RangeError);
    expect(measured).toBe(0);
    expect(() => overRounds([1, 2, 3, 4], (ms) => ms)).toThrow('at least 5 rounds');
  });

  it('the results of the warm-up are dropped', async () => {
    const begun: number[] = [];
    const measured = await inRounds({ rounds: 5, warmUp: 2 }, async (round) => {
      begun.push(round);
      return round;
    });
    expect(begun).toEqual([-2, -1, 0, 1, 2, 3, 4]);
    expect(measured).toEqual([0, 1, 2, 3, 4]);
  });
});
