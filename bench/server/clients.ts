import type { Send } from './harness/connection.ts';
import { appHeaders, type ServerFixture } from './harness/fixture.ts';
import type { LoadClient } from './harness/load.ts';
import { seededRefreshToken } from './harness/seed.ts';

interface Tokens {
  user: { id: string };
  token: string;
  privy_access_token: string;
  refresh_token: string;
}

/** Logs in by email over HTTP, with two requests. Throws the service's answer if one fails. */
export async function logIn(fixture: ServerFixture, email: string, send: Send): Promise<Tokens> {
  const post = async (path: string, body: unknown) => {
    const { status, text } = await send(`${fixture.service.url}${path}`, { headers: appHeaders, body });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return text;
  };
  await post('/api/v1/passwordless/init', { email });
  const code = await fixture.codes.takeCode(email);
  return JSON.parse(await post('/api/v1/passwordless/authenticate', { email, code })) as Tokens;
}

/** Creates a client that logs in repeatedly, each time with the next address. */
export function loginClient(fixture: ServerFixture, nextEmail: () => string): LoadClient {
  return {
    async operate(send) {
      await logIn(fixture, nextEmail(), send);
      return true;
    },
  };
}

/**
 * Creates a client that logs in once and then refreshes its session as existing clients do: with the old bearer
 * token.
 */
export function refreshClient(fixture: ServerFixture, email: string): LoadClient {
  let tokens: Tokens | null = null;
  return {
    async operate(send) {
      tokens ??= await logIn(fixture, email, send);
      const { status, text } = await send(`${fixture.service.url}/api/v1/sessions`, {
        headers: { ...appHeaders, authorization: `Bearer ${tokens.token}` },
        body: { refresh_token: tokens.refresh_token },
      });
      if (status !== 200) return false;
      tokens = JSON.parse(text) as Tokens;
      return true;
    },
  };
}

/**
 * Creates a client that refreshes seeded sessions, each time the one that `next` returns, with the bearer of the
 * session's last refresh if there was one.
 */
export function seededRefreshClient(fixture: ServerFixture, next: () => number): LoadClient {
  const replies = new Map<number, Tokens>();
  return {
    async operate(send) {
      const n = next();
      const tokens = replies.get(n);
      const { status, text } = await send(`${fixture.service.url}/api/v1/sessions`, {
        headers: tokens ? { ...appHeaders, authorization: `Bearer ${tokens.token}` } : appHeaders,
        body: { refresh_token: tokens?.refresh_token ?? seededRefreshToken(n) },
      });
      if (status === 200) replies.set(n, JSON.parse(text) as Tokens);
      return status === 200;
    },
  };
}
