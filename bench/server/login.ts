import type { BenchResult } from '../result.ts';
import { loginClient, refreshClient } from './clients.ts';
import { type CodeWay, type ServerFixture, startServerFixture } from './harness/fixture.ts';
import type { LoadClient } from './harness/load.ts';
import { type Contender, failuresOf, figureOf, measureInTurn, ratioOf } from './harness/measure.ts';
import { seededEmail, seedUsers } from './harness/seed.ts';
import { type Peer, peerLoginClient, peerSessionClient, startPeer } from './peer/peer.ts';

const connections = 32;
const users = 50_000;

const clients = (make: (at: number) => LoadClient) =>
  Array.from({ length: connections }, (_, at) => make(at));

/**
 * Returns the addresses of users from a first one on, each once, because one address gets no second code within half
 * a minute.
 */
function addressesFrom(first: number): () => string {
  let next = first;
  return () => seededEmail(next++);
}

const options = { rounds: 5, round: { ms: 3_000 }, warmUp: { operations: 3_000, ms: 20_000 } };

interface Contenders {
  readonly logins: Readonly<Record<'login' | 'peerLogin', Contender>>;
  readonly sessions: Readonly<Record<'refresh' | 'peerSession', Contender>>;
}

function contendersOf(fixture: ServerFixture, peer: Peer): Contenders {
  const ourNext = addressesFrom(connections);
  const peerNext = addressesFrom(connections);
  const { databasePid, service } = fixture;
  const ours = { pid: service.pid, databasePid };
  const theirs = { pid: peer.program.pid, databasePid };
  return {
    logins: {
      login: { clients: clients(() => loginClient(fixture, ourNext)), ...ours },
      peerLogin: { clients: clients(() => peerLoginClient(peer, peerNext)), ...theirs },
    },
    sessions: {
      refresh: { clients: clients((at) => refreshClient(fixture, seededEmail(at))), ...ours },
      peerSession: { clients: clients((at) => peerSessionClient(peer, seededEmail(at))), ...theirs },
    },
  };
}

/** Starts our service and better-auth, each in its own process, on one PostgreSQL, with the same number of users. */
async function withPeer<Result>(
  codes: CodeWay,
  measure: (contenders: Contenders) => Promise<Result>,
): Promise<Result> {
  const fixture = await startServerFixture({ codes });
  try {
    await seedUsers(fixture.databaseUrl, 0, users);
    const peer = await startPeer(fixture, { users, codes });
    return await measure(contendersOf(fixture, peer)).finally(() => peer.program.stop());
  } finally {
    await fixture.close();
  }
}

/**
 * Compares email login (two requests) and refresh with better-auth's email code login and get-session. Codes are
 * handed over without email, because both use the same mail client library. The login is measured a second time with
 * real emails.
 */
export async function loginBench(): Promise<BenchResult> {
  const rounds = await withPeer('hand', ({ logins, sessions }) =>
    measureInTurn({ ...logins, ...sessions }, options),
  );
  const mailed = await withPeer('mail', ({ logins }) => measureInTurn(logins, options));
  const mailedName = 'login with letters over SMTP';
  return {
    bench: 'login',
    figures: [
      {
        name: 'login in peer logins',
        unit: '×',
        atLeast: 5.4,
        ...ratioOf(rounds, 'login', 'peerLogin', 'perSecond'),
      },
      {
        name: 'refresh in peer get-sessions',
        unit: '×',
        atLeast: 7.2,
        ...ratioOf(rounds, 'refresh', 'peerSession', 'perSecond'),
      },
      figureOf('login', rounds, 'login', 'perSecond'),
      figureOf('login, better-auth', rounds, 'peerLogin', 'perSecond'),
      figureOf('refresh', rounds, 'refresh', 'perSecond'),
      figureOf('get-session, better-auth', rounds, 'peerSession', 'perSecond'),
      figureOf('login, CPU of the server process', rounds, 'login', 'cpuUs'),
      figureOf('login, better-auth, CPU of the server process', rounds, 'peerLogin', 'cpuUs'),
      figureOf('refresh, CPU of the server process', rounds, 'refresh', 'cpuUs'),
      figureOf('get-session, better-auth, CPU of the server process', rounds, 'peerSession', 'cpuUs'),
      {
        name: `${mailedName}, in peer logins with letters`,
        unit: '×',
        ...ratioOf(mailed, 'login', 'peerLogin', 'perSecond'),
      },
      figureOf(mailedName, mailed, 'login', 'perSecond'),
      figureOf(`${mailedName}, better-auth`, mailed, 'peerLogin', 'perSecond'),
      figureOf(`${mailedName}, CPU of the server process`, mailed, 'login', 'cpuUs'),
      figureOf(`${mailedName}, better-auth, CPU of the server process`, mailed, 'peerLogin', 'cpuUs'),
      figureOf('login, CPU of PostgreSQL', rounds, 'login', 'databaseUs'),
      figureOf('login, better-auth, CPU of PostgreSQL', rounds, 'peerLogin', 'databaseUs'),
      figureOf('login, p50', rounds, 'login', 'p50Ms'),
      figureOf('login, p99', rounds, 'login', 'p99Ms'),
      { name: 'failed', value: failuresOf(rounds) + failuresOf(mailed), unit: '', atMost: 0 },
    ],
  };
}
