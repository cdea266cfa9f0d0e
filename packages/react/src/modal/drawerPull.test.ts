import { expect, it } from 'vitest';
import { closesDrawer, type Pull, pullOn } from './drawerPull.ts';

/** Creates a pull through the places `[px down, ms]`, relative to the touch. */
function pull(...places: readonly [y: number, at: number][]): Pull {
  const start: Pull = { from: 100, samples: [{ y: 100, at: 0 }] };
  return places.reduce((so, [y, at]) => pullOn(so, { y: 100 + y, at }), start);
}

it.each<[string, Pull, number, boolean]>([
  [
    'a drawer closes when pulled more than 40 % of its height, however slowly',
    pull([100, 500], [193, 2000]),
    3000,
    true,
  ],
  ['a drawer returns when pulled 40 % and let go at rest', pull([100, 500], [192, 2000]), 3000, false],
  ['a drawer closes when flung', pull([30, 30], [70, 60]), 70, true],
  ['a drawer returns when the finger rests before it leaves', pull([30, 30], [70, 60]), 400, false],
  ['a drawer returns when flung back up', pull([120, 50], [60, 80]), 90, false],
  ['a drawer returns if only the last twitch was fast', pull([40, 400], [41, 440], [47, 446]), 450, false],
  ['a drawer stays open on a press that slips', pull([10, 8]), 9, false],
  ['a drawer stays open on a touch without a pull', pull(), 80, false],
])('%s', (_, pulled, leftAt, closes) => {
  expect(closesDrawer(pulled, 480, leftAt)).toBe(closes);
});
