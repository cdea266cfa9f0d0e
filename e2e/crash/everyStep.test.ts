import { afterAll, beforeAll, expect, test } from 'vitest';
import { acts, prepareAct, proveSurvival } from './acts.ts';
import { type Moment, type Mortal, type MortalFixture, openMortalFixture } from './mortalFixture.ts';

// docs/custody.md, "Order of work": page, service and database die at every step of everything that writes parts of a
// key. The frame's own acts in this process, over the real service and store, find out by themselves which steps there
// are. What dies here is not a process; processes die in serverKilled.test.ts, pages in pageKilled.test.ts.

let mortal: MortalFixture;
beforeAll(async () => {
  mortal = await openMortalFixture();
});
afterAll(() => mortal?.close());

const isWide = process.env.LATCHKEY_WIDE === '1';

/** Of the page all; of service and database those around the commit that an act ends with, and before its reply. */
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

const matrix = acts.flatMap((act) =>
  (['page', 'service', 'database'] as const).map((what) => [act.name, what, act] as const),
);

test.each(matrix)(
  '%s survives its %s dying at every step',
  async (_, what, act) => {
    const prepare = async () => prepareAct(act, await mortal.fixture.logIn());
    const undisturbed = await prepare();
    const moments = await mortal.watch(() => act.perform(undisturbed.browser, undisturbed.given));
    const deadly = choose(moments, what);
    expect(deadly.length).toBeGreaterThan(1);
    for (const moment of deadly) {
      const acting = await prepare();
      const announced = await mortal.dieAt(moment, () => act.perform(acting.browser, acting.given));
      await proveSurvival(acting, announced, `${act.name}: ${what} dead ${moment.name}`);
    }
  },
  600_000,
);
