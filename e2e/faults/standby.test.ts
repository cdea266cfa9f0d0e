import { connect, createServer, type Server, type Socket } from 'node:net';
import { examine } from '@latchkey/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findPostgres,
  freePort,
  type PostgresServer,
  startPostgres,
} from '../../packages/testkit/src/index.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { createPeople } from './people.ts';

/** Starts a proxy that stands for a host name: it leads to one server, and after `leadTo` to another. */
async function startName(target: PostgresServer) {
  let port = Number(new URL(target.url).port);
  const open = new Set<Socket>();
  const server: Server = createServer((socket) => {
    const onward = connect(port, '127.0.0.1');
    for (const end of [socket, onward]) {
      open.add(end);
      end.on('error', () => undefined).once('close', () => open.delete(end));
    }
    socket.pipe(onward).pipe(socket);
    socket.once('close', () => onward.destroy());
    onward.once('close', () => socket.destroy());
  });
  const own = await freePort();
  await new Promise<void>((resolve) => server.listen(own, '127.0.0.1', resolve));
  return {
    url: target.url.replace(`:${port}/`, `:${own}/`),
    /** Changes the server for new connections. */
    leadTo(other: PostgresServer) {
      port = Number(new URL(other.url).port);
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

let primary: PostgresServer;
let standby: PostgresServer;
let name: Awaited<ReturnType<typeof startName>>;
let fleet: Fleet;
beforeAll(async () => {
  const programs = findPostgres() ?? '';
  primary = await startPostgres(programs);
  standby = await startPostgres(programs, { standbyOf: primary });
  // As docs/scaling.md requires: a commit is acknowledged once the standby has it.
  const operator = new pg.Client(primary.url);
  await operator.connect();
  await operator.query("alter system set synchronous_standby_names = '*'");
  await operator.query('select pg_reload_conf()');
  await operator.end();
  name = await startName(primary);
  fleet = await startFleet({ LATCHKEY_DATABASE_URL: name.url });
  await fleet.add();
  await fleet.add();
});
afterAll(async () => {
  await fleet.close();
  await name.close();
  await standby.destroy();
  await primary.destroy();
});

test('an operator’s doctor reports a standby in place of the primary, and a standby that is behind', async () => {
  const doctor = async ({ url }: PostgresServer) => {
    const env = { LATCHKEY_DATABASE_URL: url };
    const given = { appId: null, findToken: () => null, testMail: null, beforeStart: true };
    const [{ outcome } = expect.fail('not examined')] = await examine(
      { env, fetch, now: Date.now, ...given },
      ['database-replication'],
    );
    return 'skipped' in outcome ? outcome.skipped : outcome.map(({ text }) => text).join();
  };
  expect(await doctor(primary)).toBe('');
  expect(await doctor(standby)).toContain('The database is a standby');
  const [writer, reader] = [new pg.Client(primary.url), new pg.Client(standby.url)];
  await Promise.all([writer.connect(), reader.connect()]);
  await reader.query('select pg_wal_replay_pause()');
  await writer.query(
    "select pg_logical_emit_message(false, 'filler', repeat('x', 1048576)) from generate_series(1, 100)",
  );
  await expect.poll(() => doctor(primary)).toMatch(/^The standby walreceiver is \d+ MB behind the primary/);
  await reader.query('select pg_wal_replay_resume()');
  await expect.poll(() => doctor(primary)).toBe('');
  await Promise.all([writer.end(), reader.end()]);
});

test('[S49] if a standby takes over while users refresh, nothing acknowledged is lost, no user is duplicated, and the processes go on', async () => {
  const { people, failures, live, logIn, refresh } = createPeople(fleet, 12);
  await logIn();
  const stop = live(200);
  const refreshed = () => people.reduce((sum, person) => sum + person.refreshes, 0);
  await expect.poll(refreshed).toBeGreaterThan(24);

  // The name leads to the standby while it is read-only; then the primary dies, and the standby is promoted.
  name.leadTo(standby);
  await primary.kill();
  await expect.poll(fleet.output).toMatch(/"25006"/);
  await standby.promote();
  const before = refreshed();
  await expect.poll(refreshed).toBeGreaterThan(before + 24);
  await stop();
  expect(failures).toEqual([]);
  await refresh();
  await logIn(3);
  expect(failures).toEqual([]);
  expect(people.map(({ userIds }) => userIds.size)).toEqual(people.map(() => 1));
  expect(fleet.ports()).toHaveLength(2);
  expect(await fleet.stopOldest()).toBe(0);
});
