import type { BenchResult } from '../result.ts';
import { loginClient, refreshClient } from './clients.ts';
import { type CodeWay, startServerFixture } from './harness/fixture.ts';
import type { LoadClient } from './harness/load.ts';
import { failuresOf, type Measured, measureInTurn, middle, ratio } from './harness/measure.ts';
import { seededEmail, seedUsers } from './harness/seed.ts';
import { peerLoginClient, peerSessionClient, startPeer } from './peer/peer.ts';

const connections = 32;
const users = 50_000;

const clients = (make: (at: number) => LoadClient) =>
  Array.from({ length: connections }, (_, at) => make(at));

/** Addresses of users from one on, each once: one address gets no second code within half a minute. */
function addressesFrom(first: number): () => string {
  let next = first;
  return () => seededEmail(next++);
}

/** What was measured of us and of better-auth, in turn, on one PostgreSQL, with as many users, a process each. */
async function measureBoth(codes: CodeWay) {
  const fixture = await startServerFixture({ codes });
  await seedUsers(fixture.databaseUrl, 0, users);
  const peer = await startPeer(fixture, { users, codes });
  const ourNext = addressesFrom(connections);
  const peerNext = addressesFrom(connections);
  const { databasePid, service } = fixture;
  const ours = { pid: service.pid, databasePid };
  const theirs = { pid: peer.program.pid, databasePid };
  const logins = {
    login: { clients: clients(() => loginClient(fixture, ourNext)), ...ours },
    peerLogin: { clients: clients(() => peerLoginClient(peer, peerNext)), ...theirs },
  };
  const others = {
    refresh: { clients: clients((at) => refreshClient(fixture, seededEmail(at))), ...ours },
    peerSession: { clients: clients((at) => peerSessionClient(peer, seededEmail(at))), ...theirs },
  };
  const options = { rounds: 3, round: { ms: 5_000 }, warmUp: { operations: 3_000, ms: 20_000 } };
  try {
    if (codes === 'hand') return await measureInTurn({ ...logins, ...others }, options);
    return { ...(await measureInTurn(logins, options)), refresh: [], peerSession: [] };
  } finally {
    await peer.program.stop();
    await fixture.close();
  }
}

/**
 * E-mail login (two requests) and refresh, beside better-auth's e-mail code login and get-session. The codes are handed
 * over, because the client of a mail server is the same library in both; with the letters the login is measured again.
 */
export async function loginBench(): Promise<BenchResult> {
  const { login, peerLogin, refresh, peerSession } = await measureBoth('hand');
  const mailed = await measureBoth('mail');
  const rate = (name: string, rounds: readonly Measured[]) => ({
    name,
    value: middle(rounds, 'perSecond'),
    unit: '/s',
  });
  const cpu = (name: string, rounds: readonly Measured[]) => ({
    name,
    value: middle(rounds, 'cpuUs'),
    unit: 'µs',
  });
  return {
    bench: 'login',
    figures: [
      { name: 'login in peer logins', value: ratio(login, peerLogin, 'perSecond'), unit: '×', atLeast: 5 },
      {
        name: 'refresh in peer get-sessions',
        value: ratio(refresh, peerSession, 'perSecond'),
        unit: '×',
        atLeast: 7,
      },
      rate('login', login),
      rate('login, better-auth', peerLogin),
      rate('refresh', refresh),
      rate('get-session, better-auth', peerSession),
      cpu('login, CPU of the server process', login),
      cpu('login, better-auth, CPU of the server process', peerLogin),
      cpu('refresh, CPU of the server process', refresh),
      cpu('get-session, better-auth, CPU of the server process', peerSession),
      {
        name: 'login with letters over SMTP, in peer logins with letters',
        value: ratio(mailed.login, mailed.peerLogin, 'perSecond'),
        unit: '×',
      },
      rate('login with letters over SMTP', mailed.login),
      rate('login with letters over SMTP, better-auth', mailed.peerLogin),
      cpu('login with letters over SMTP, CPU of the server process', mailed.login),
      cpu('login with letters over SMTP, better-auth, CPU of the server process', mailed.peerLogin),
      {
        name: 'login, CPU of PostgreSQL',
        value: middle(login, 'databaseUs'),
        unit: 'µs',
      },
      {
        name: 'login, better-auth, CPU of PostgreSQL',
        value: middle(peerLogin, 'databaseUs'),
        unit: 'µs',
      },
      { name: 'login, p50', value: middle(login, 'p50Ms'), unit: 'ms' },
      { name: 'login, p99', value: middle(login, 'p99Ms'), unit: 'ms' },
      {
        name: 'failed',
        value: failuresOf(login, peerLogin, refresh, peerSession, mailed.login, mailed.peerLogin),
        unit: '',
        atMost: 0,
      },
    ],
  };
}
