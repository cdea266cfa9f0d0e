import { join } from 'node:path';
import { installOnce } from '../../../conformance/install.ts';
import { type CodeBox, receiveCodes } from '../harness/codeBox.ts';
import type { Send } from '../harness/connection.ts';
import { type CodeWay, origin, type ServerFixture } from '../harness/fixture.ts';
import type { LoadClient } from '../harness/load.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { runSql } from '../harness/sql.ts';

export interface Peer {
  readonly program: Program;
  readonly codes: Pick<CodeBox, 'takeCode'>;
}

/** Starts better-auth on its own database in the same PostgreSQL, with users from `user-0@…` on. */
export async function startPeer(
  { databaseUrl, mail }: ServerFixture,
  options: { users: number; codes: CodeWay },
): Promise<Peer> {
  const { users, codes } = options;
  await installOnce(import.meta.dirname);
  await runSql(databaseUrl, 'create database peer');
  const url = new URL(databaseUrl);
  url.pathname = '/peer';
  const program = await startProgram({
    args: [join(import.meta.dirname, 'server.mjs'), url.href, ...(codes === 'mail' ? [mail.url] : [])],
    env: { NODE_ENV: 'production' },
    line: /ready (\d+)/,
  });
  await runSql(
    url.href,
    `insert into "user" (id, name, email, "emailVerified", "createdAt", "updatedAt")
     select 'user-' || n, '', 'user-' || n || '@latchkey.example', true, now(), now()
     from generate_series(0, $1::int - 1) n`,
    [users],
  );
  await runSql(url.href, 'analyze');
  return { program, codes: codes === 'mail' ? mail : receiveCodes(program.child) };
}

const headers = { origin };

/** Logs in with an email code in two requests, and returns the bearer token of the session. */
async function logIn({ program, codes }: Peer, email: string, send: Send): Promise<string> {
  const post = async (path: string, body: unknown) => {
    const { status, text } = await send(`${program.url}/api/auth/${path}`, { headers, body });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return text;
  };
  await post('email-otp/send-verification-otp', { email, type: 'sign-in' });
  const otp = await codes.takeCode(email);
  return (JSON.parse(await post('sign-in/email-otp', { email, otp })) as { token: string }).token;
}

/** Creates a client that logs in repeatedly, each time with the next address. */
export function peerLoginClient(peer: Peer, nextEmail: () => string): LoadClient {
  return {
    async operate(send) {
      await logIn(peer, nextEmail(), send);
      return true;
    },
  };
}

/** Creates a client that logs in once and then requests its session repeatedly. */
export function peerSessionClient(peer: Peer, email: string): LoadClient {
  let bearer: string | null = null;
  return {
    async operate(send) {
      bearer ??= await logIn(peer, email, send);
      const { status, text } = await send(`${peer.program.url}/api/auth/get-session`, {
        headers: { ...headers, authorization: `Bearer ${bearer}` },
      });
      return status === 200 && text.includes(email);
    },
  };
}
