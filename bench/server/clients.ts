import type { Send } from './harness/connection.ts';
import { appHeaders, type ServerFixture } from './harness/fixture.ts';
import type { LoadClient } from './harness/load.ts';
import { seededRefreshToken } from './harness/seed.ts';

interface Tokens {
  token: string;
  refresh_token: string;
}

/** Logs in by e-mail over HTTP: two requests. Throws what the service answered when one fails. */
async function logIn(fixture: ServerFixture, email: string, send: Send): Promise<Tokens> {
  const post = async (path: string, body: unknown) => {
    const { status, text } = await send(`${fixture.service.url}${path}`, { headers: appHeaders, body });
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    return text;
  };
  await post('/api/v1/passwordless/init', { email });
  const code = await fixture.codes.takeCode(email);
  return JSON.parse(await post('/api/v1/passwordless/authenticate', { email, code })) as Tokens;
}

/** A client that logs in again and again, each time as the next address. */
export function loginClient(fixture: ServerFixture, nextEmail: () => string): LoadClient {
  return {
    async operate(send) {
      await logIn(fixture, nextEmail(), send);
      return true;
    },
  };
}

/** A client that logs in once and then refreshes its session, as existing clients do: with the old bearer beside it. */
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

/** A client that refreshes the seeded session that is next, each time another one. */
export function seededRefreshClient(fixture: ServerFixture, next: () => number): LoadClient {
  const tokens = new Map<number, string>();
  return {
    async operate(send) {
      const n = next();
      const { status, text } = await send(`${fixture.service.url}/api/v1/sessions`, {
        headers: appHeaders,
        body: { refresh_token: tokens.get(n) ?? seededRefreshToken(n) },
      });
      if (status === 200) tokens.set(n, (JSON.parse(text) as Tokens).refresh_token);
      return status === 200;
    },
  };
}
