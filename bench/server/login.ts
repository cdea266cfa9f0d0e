import type { BenchResult } from '../result.ts';
import { loginClient, refreshClient } from './clients.ts';
import { peerLoginClient, peerSessionClient, startPeer } from './peer/peer.ts';
import type { LoadClient } from './rig/load.ts';
import { failuresOf, measureInTurn, middle, ratio } from './rig/measure.ts';
import { seededEmail, seedUsers } from './rig/seed.ts';
import { startStage } from './rig/stage.ts';

const connections = 32;
const users = 50_000;

const clients = (make: (at: number) => LoadClient) =>
  Array.from({ length: connections }, (_, at) => make(at));

/** Addresses of users from one on, each once: one address gets no second code within half a minute. */
function addressesFrom(first: number): () => string {
  let next = first;
  return () => seededEmail(next++);
}

/**
 * E-mail login (two requests) and refresh, beside better-auth's e-mail code login and get-session: one PostgreSQL, one
 * mail server, as many users, as many connections, a process each.
 */
export async function loginBench(): Promise<BenchResult> {
  const stage = await startStage();
  await seedUsers(stage.databaseUrl, 0, users);
  const peer = await startPeer(stage.databaseUrl, stage.mail, users);
  const ourNext = addressesFrom(connections);
  const peerNext = addressesFrom(connections);
  const { databasePid, service } = stage;
  const ours = { pid: service.pid, databasePid };
  const theirs = { pid: peer.program.pid, databasePid };
  const { login, peerLogin, refresh, peerSession } = await measureInTurn(
    {
      login: { clients: clients(() => loginClient(stage, ourNext)), ...ours },
      peerLogin: { clients: clients(() => peerLoginClient(peer, peerNext)), ...theirs },
      refresh: { clients: clients((at) => refreshClient(stage, seededEmail(at))), ...ours },
      peerSession: { clients: clients((at) => peerSessionClient(peer, seededEmail(at))), ...theirs },
    },
    { rounds: 3, round: { ms: 5_000 }, warmUp: { operations: 3_000, ms: 20_000 } },
  ).finally(() => peer.program.stop().then(stage.close));
  const rate = (name: string, rounds: typeof login) => ({
    name,
    value: middle(rounds, 'perSecond'),
    unit: '/s',
  });
  const cpu = (name: string, rounds: typeof login) => ({ name, value: middle(rounds, 'cpuUs'), unit: 'µs' });
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
      { name: 'failed', value: failuresOf(login, peerLogin, refresh, peerSession), unit: '', atMost: 0 },
    ],
  };
}
