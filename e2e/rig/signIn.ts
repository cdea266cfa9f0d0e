import { emailRoutes, type TokenReply } from '@latchkey/wire';
import type { Rig } from './rig.ts';

/** Tokens as a host page has them after a login. */
export interface Session {
  userId: string;
  token: string;
  privyAccessToken: string;
  refreshToken: string;
}

/** Logs in by e-mail over HTTP, as a page of the host's origin would. */
export async function signIn(rig: Rig, email: string): Promise<Session> {
  await post(rig, emailRoutes.sendCode.path, { email });
  const code = await rig.inbox.nextCode(email);
  const reply = (await post(rig, emailRoutes.authenticate.path, { email, code })) as TokenReply;
  return {
    userId: reply.user?.id ?? '',
    token: reply.token ?? '',
    privyAccessToken: reply.privy_access_token ?? '',
    refreshToken: reply.refresh_token ?? '',
  };
}

/** Calls the service as a page of the host's origin would, with the token of a session where there is one. */
export function callAsHost(rig: Rig, path: string, body: unknown, token?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'privy-app-id': rig.appId, origin: rig.host.origin };
  return fetch(`${rig.url}${path}`, {
    method: 'POST',
    headers: token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

async function post(rig: Rig, path: string, body: unknown): Promise<unknown> {
  const response = await callAsHost(rig, path, body);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
