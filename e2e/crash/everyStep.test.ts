import { afterAll, beforeAll, expect, test } from 'vitest';
import { custodyOperations, prepareOperation, proveSurvival } from './custodyOperations.ts';
import { type Moment, type Mortal, type MortalFixture, openMortalFixture } from './mortalFixture.ts';

// docs/custody.md, "Order of work": page, service and database die at every step of everything that writes parts of a
// key. The frame's own code in this process, over the real service and store, find out by themselves which steps there
// are. What dies here is not a process; processes die in serverKilled.test.ts, pages in pageKilled.test.ts.

let mortal: MortalFixture;
beforeAll(async () => {
  mortal = await openMortalFixture();
});
afterAll(() => mortal?.close());

const isWide = process.env.LATCHKEY_WIDE === '1';

/** Of the page all; of service and database those around the commit that an operation ends with, and before its reply. */
function choose(moments: readonly Moment[], what: Mortal): Moment[] {
  const all = moments.filter(({ mortal }) => mortal === what);
  const points = all.flatMap((moment) => (moment.mortal === 'page' ? [] : [moment.point]));
  const commit = points.findLast(({ moment }) => moment === 'uncommitted');
  if (isWide || commit === undefined) return all;
  return all.filter(
    (moment) =>
      moment.mortal !== 'page' &&
      moment.point.path === commit.path &&
      (moment.point.step === commit.step || moment.point.step === 'reply'),
  );
}

const matrix = custodyOperations.flatMap((operation) =>
  (['page', 'service', 'database'] as const).map((what) => [operation.name, what, operation] as const),
);

test.each(matrix)(
  '%s survives its %s dying at every step',
  async (_, what, operation) => {
    const prepare = async () => prepareOperation(operation, await mortal.fixture.logIn());
    const undisturbed = await prepare();
    const moments = await mortal.watch(() => operation.perform(undisturbed.browser, undisturbed.given));
    const deadly = choose(moments, what);
    expect(deadly.length).toBeGreaterThan(1);
    for (const moment of deadly) {
      const prepared = await prepare();
      const announced = await mortal.dieAt(moment, () => operation.perform(prepared.browser, prepared.given));
      await proveSurvival(prepared, announced, `${operation.name}: ${what} dead ${moment.name}`);
    }
  },
  600_000,
);
