import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  findPgBouncer,
  findPostgres,
  keepsPrepared,
  type PostgresServer,
  startPgBouncer,
  startPostgres,
} from '../../packages/testkit/src/index.ts';
import { startFleet } from './fleet.ts';
import { createPeople } from './people.ts';

const page = readFileSync(new URL('../../docs/scaling.md', import.meta.url), 'utf8');
const told = (language: 'ini' | 'sql') =>
  new RegExp(`## Behind PgBouncer[^]*?\`\`\`${language}\n([^]*?)\`\`\``).exec(page)?.[1] ??
  expect.fail(`no ${language}`);

const program = findPgBouncer() ?? '';
const ini = told('ini').trim().split('\n');
const modes: [string, { settings: string[]; variables: Record<string, string> }][] = [
  [
    'session mode',
    { settings: ini.map((line) => line.replace(/pool_mode = \w+/, 'pool_mode = session')), variables: {} },
  ],
  [
    'transaction mode, without prepared statements',
    { settings: ini, variables: { LATCHKEY_DATABASE_PREPARED: 'off' } },
  ],
  ...(keepsPrepared(program)
    ? ([
        [
          'transaction mode, with prepared statements',
          { settings: [...ini, 'max_prepared_statements = 100'], variables: {} },
        ],
      ] as [string, { settings: string[]; variables: Record<string, string> }][])
    : []),
];

describe.each(modes)('behind PgBouncer in %s', (_, { settings, variables }) => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres(findPostgres() ?? '');
    const operator = new pg.Client(postgres.url);
    await operator.connect();
    await operator.query(told('sql'));
    await operator.end();
  });
  afterAll(() => postgres.destroy());

  test('processes behind PgBouncer start one after the other and at once, serve requests, and leave no lock on the connections', async () => {
    // In session mode each connection of a process holds a connection of the server.
    const bouncer = await startPgBouncer(program, {
      postgres,
      settings: [...settings, 'default_pool_size = 60'],
    });
    const fleet = await startFleet({ ...variables, LATCHKEY_DATABASE_URL: bouncer.url });
    await fleet.add();
    await fleet.add();
    await Promise.all([fleet.add(), fleet.add()]);
    const { people, failures, live, logIn, refresh } = createPeople(fleet, 12);
    await logIn();
    const stop = live();
    await expect.poll(() => Math.min(...people.map(({ refreshes }) => refreshes))).toBeGreaterThan(5);
    await stop();
    await refresh();
    expect(failures).toEqual([]);
    expect(fleet.output()).toContain('audit sealed');
    expect(fleet.output()).not.toMatch(/"level":(?:50|60)/);

    const operator = new pg.Client(postgres.url);
    await operator.connect();
    const locks = await operator.query("select pid from pg_locks where locktype = 'advisory'");
    expect(locks.rows).toEqual([]);
    await operator.end();
    await fleet.close();
    await bouncer.stop();
  });
});
