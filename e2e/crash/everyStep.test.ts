import { afterAll, beforeAll, expect, test } from 'vitest';
import { custodyOperations, prepareOperation, proveSurvival } from './custodyOperations.ts';
import { type Moment, type Mortal, type MortalFixture, openMortalFixture } from './mortalFixture.ts';

// docs/custody.md, "Order of work": page, service and database die at steps of the operations that write parts of a
// key. The frame's own code runs in this process over the real service and store. (serverKilled.test.ts and
// pageKilled.test.ts kill real processes and pages.)

let mortal: MortalFixture;
beforeAll(async () => {
  mortal = await openMortalFixture();
});
afterAll(() => mortal?.close());

const isWide = process.env.LATCHKEY_WIDE === '1';

/**
 * Chooses all moments of a page. For service and database, chooses the moments around the commit that ends the
 * operation, and for the service also the one before its reply. The wide run has all.
 */
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
  '%s survives the death of its %s at each chosen step',
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
