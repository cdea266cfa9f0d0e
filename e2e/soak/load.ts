import type { SoakFixture } from './soakFixture.ts';
import { createUsers, type SoakUser, type WalletOwner } from './users.ts';

/** Operations of the load. */
export const operations = [
  'sign up',
  'log in and out',
  'refresh',
  'create a wallet',
  'open a wallet',
  'verify a factor',
] as const;
type Operation = (typeof operations)[number];

export interface LoadReport {
  readonly done: Record<Operation, number>;
  readonly failures: readonly string[];
}

/** Runs an operation at intervals until the soak ends. Operations may overlap. Resolves when the last one is done. */
export async function repeat(everyMs: number, untilMs: number, operate: (turn: number) => Promise<void>) {
  const underWay = new Set<Promise<void>>();
  for (let turn = 0; Date.now() < untilMs; turn += 1) {
    const done = operate(turn).finally(() => underWay.delete(done));
    underWay.add(done);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  await Promise.all(underWay);
}

/** Creates users. Returns a function that runs each operation at a constant rate until a time. */
export async function prepareLoad(fixture: SoakFixture): Promise<(untilMs: number) => Promise<LoadReport>> {
  const { createOwner, logIn, logOut, refresh } = createUsers(fixture);
  const regulars: SoakUser[] = [];
  for (let n = 0; n < 100; n += 1) regulars.push(await logIn(`regular-${n}@example.com`));
  const plain: WalletOwner[] = [];
  const guarded: WalletOwner[] = [];
  for (let n = 0; n < 10; n += 1) {
    plain.push(await createOwner(await logIn(`plain-${n}@example.com`)));
    const owner = await createOwner(await logIn(`guarded-${n}@example.com`));
    await owner.enrol();
    guarded.push(owner);
  }
  return async (untilMs) => {
    const done = Object.fromEntries(operations.map((name) => [name, 0])) as LoadReport['done'];
    const failures: string[] = [];
    const run = (name: Operation, everyMs: number, operate: (turn: number) => Promise<unknown>) =>
      repeat(everyMs, untilMs, async (turn) => {
        try {
          await operate(turn);
          done[name] += 1;
        } catch (error) {
          failures.push(`${name}: ${(error as Error).message}`);
        }
      });
    await Promise.all([
      run('sign up', 500, (turn) => logIn(`new-${turn}@example.com`)),
      run('log in and out', 1_000, async (turn) => logOut(await logIn(`again-${turn % 300}@example.com`))),
      run('refresh', 50, (turn) => refresh(inTurn(regulars, turn))),
      run('create a wallet', 2_000, async (turn) => {
        const owner = await createOwner(await logIn(`wallet-${turn}@example.com`));
        await owner.open();
      }),
      run('open a wallet', 500, (turn) => inTurn(plain, turn).open()),
      // A code works once: each owner enrolled with one, and uses the next ones 35 s apart.
      run('verify a factor', 3_500, async (turn) => {
        if (turn >= guarded.length) await inTurn(guarded, turn).verify();
      }),
    ]);
    return { done, failures };
  };
}

function inTurn<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error('There is no user');
  return item;
}
