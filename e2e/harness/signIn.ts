import { emailRoutes, type TokenReply } from '@latchkey/wire';
import type { Harness } from './harness.ts';

/** Tokens as a host page has them after a login. */
export interface Session {
  userId: string;
  token: string;
  privyAccessToken: string;
  refreshToken: string;
}

/** Logs in by email over HTTP, as a page of the host's origin would. */
export async function signIn(harness: Harness, email: string): Promise<Session> {
  await post(harness, emailRoutes.sendCode.path, { email });
  const code = await harness.inbox.nextCode(email);
  const reply = (await post(harness, emailRoutes.authenticate.path, { email, code })) as TokenReply;
  return {
    userId: reply.user?.id ?? '',
    token: reply.token ?? '',
    privyAccessToken: reply.privy_access_token ?? '',
    refreshToken: reply.refresh_token ?? '',
  };
}

/** Calls the service as a page of the host's origin would, with a session's token if one is given. */
export function callAsHost(harness: Harness, path: string, body: unknown, token?: string): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    'privy-app-id': harness.appId,
    origin: harness.host.origin,
  };
  return fetch(`${harness.url}${path}`, {
    method: 'POST',
    headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

async function post(harness: Harness, path: string, body: unknown): Promise<unknown> {
  const response = await callAsHost(harness, path, body);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
