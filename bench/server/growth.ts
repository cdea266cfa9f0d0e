import type { BenchResult, Figure } from '../result.ts';
import { loginClient, seededRefreshClient } from './clients.ts';
import { type ServerFixture, startServerFixture } from './harness/fixture.ts';
import { drive } from './harness/load.ts';
import {
  type Contender,
  failuresOf,
  figureOf,
  measureInTurn,
  type Round,
  ratioOf,
} from './harness/measure.ts';
import { seededEmail, seedUsers } from './harness/seed.ts';
import { runSql } from './harness/sql.ts';

const connections = 32;
const rounds = 5;
const few = 10_000;
const many = 1_000_000;
/**
 * An address gets no second code within half a minute, so the small number of users limits the number of logins. The
 * kernel counts CPU time in steps of 10 ms, so a round with a few hundred logins would be too short.
 */
const loginsPerRound = 1_900;
const most = 1.21;

interface Contenders {
  refresh: Contender;
  login: Contender;
}

/** Creates clients for users spread over the whole service, so that successive reads are of different users. */
function contendersOf({ fixture, users }: { fixture: ServerFixture; users: number }): Contenders {
  const processes = { pid: fixture.service.pid, databasePid: fixture.databasePid };
  const range = Array.from({ length: connections }, (_, at) => at);
  const perClient = Math.floor(users / connections);
  const stride = Math.floor(users / (rounds * loginsPerRound + connections));
  let logins = 0;
  return {
    refresh: {
      ...processes,
      // Each client has its own sessions, and visits all of them in a fixed order.
      clients: range.map((at) => {
        let step = 0;
        return seededRefreshClient(fixture, () => ((step++ * 7919) % perClient) * connections + at);
      }),
    },
    login: {
      ...processes,
      clients: range.map(() => loginClient(fixture, () => seededEmail(logins++ * stride))),
    },
  };
}

/** Warms up a service's login with new users, so no seeded address is used up. */
async function warmUpLogin(fixture: ServerFixture): Promise<void> {
  let count = 0;
  const client = loginClient(fixture, () => `new-${count++}@latchkey.example`);
  await drive(Array<typeof client>(connections).fill(client), { operations: 1_500, ms: 20_000 });
}

/** Returns the number of rows that were read without an index in the tables of users, accounts and sessions. */
async function rowsScanned(databaseUrl: string): Promise<number> {
  const [row] = await runSql(
    databaseUrl,
    `select coalesce(sum(seq_tup_read), 0)::int8 as rows from pg_stat_user_tables
     where relname in ('users', 'linked_accounts', 'sessions')`,
  );
  return Number(row?.rows);
}

async function measureAll(fewFixture: ServerFixture, manyFixture: ServerFixture) {
  await seedUsers(fewFixture.databaseUrl, 0, few);
  await seedUsers(manyFixture.databaseUrl, 0, many);
  const onFew = contendersOf({ fixture: fewFixture, users: few });
  const onMany = contendersOf({ fixture: manyFixture, users: many });
  await warmUpLogin(fewFixture);
  await warmUpLogin(manyFixture);
  const scannedBefore = await rowsScanned(manyFixture.databaseUrl);
  const refresh = await measureInTurn(
    { few: onFew.refresh, many: onMany.refresh },
    { rounds, round: { ms: 4_000 }, warmUp: { operations: 5_000, ms: 20_000 } },
  );
  const login = await measureInTurn(
    { few: onFew.login, many: onMany.login },
    { rounds, round: { operations: loginsPerRound }, warmUp: { operations: 0 } },
  );
  // The counters reach the view within a second of a connection's last statement.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const scanned = (await rowsScanned(manyFixture.databaseUrl)) - scannedBefore;
  return { refresh, login, scanned };
}

function figuresOf(name: string, measured: readonly Round<'few' | 'many'>[]): Figure[] {
  const compared = [
    { quantity: 'cpuUs', title: 'CPU of the server process' },
    { quantity: 'databaseUs', title: 'CPU of PostgreSQL' },
    { quantity: 'p50Ms', title: 'p50' },
  ] as const;
  return compared.flatMap(({ quantity, title }) => [
    {
      name: `${name}, ${title}, growth`,
      unit: '×',
      atMost: most,
      ...ratioOf(measured, 'many', 'few', quantity),
    },
    figureOf(`${name}, ${title}, 10 thousand`, measured, 'few', quantity),
    figureOf(`${name}, ${title}, 1 million`, measured, 'many', quantity),
  ]);
}

/**
 * Compares refresh and email login with ten thousand and with a million users: two services and two databases side by
 * side, measured in turn.
 */
export async function growthBench(): Promise<BenchResult> {
  const fewFixture = await startServerFixture();
  const manyFixture = await startServerFixture();
  const { refresh, login, scanned } = await measureAll(fewFixture, manyFixture).finally(() =>
    Promise.all([fewFixture.close(), manyFixture.close()]),
  );
  return {
    bench: 'growth',
    figures: [
      ...figuresOf('refresh', refresh),
      ...figuresOf('login', login),
      {
        name: 'rows of users, accounts and sessions read without an index',
        value: scanned,
        unit: '',
        atMost: 0,
      },
      { name: 'failed', value: failuresOf(refresh) + failuresOf(login), unit: '', atMost: 0 },
    ],
  };
}
