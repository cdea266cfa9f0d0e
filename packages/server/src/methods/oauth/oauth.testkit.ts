import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestService } from '@latchkey/testkit';
import { type OAuthProvider, oauthRoutes } from '@latchkey/wire';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

export interface StandInRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly form: URLSearchParams;
}
/** Reply of a stand-in: JSON with a status, a text, or none at all. */
export type Reply =
  | { status?: number; json?: unknown; text?: string; headers?: Record<string, string> }
  | 'silence';

/** Stand-in for providers on loopback. Tests set the replies. */
export interface StandIn {
  /** Value for `LATCHKEY_OAUTH_URL`. */
  readonly url: string;
  readonly asked: StandInRequest[];
  /** Sets the reply for addresses that end like this, such as `/token`. The reply that was set last wins. */
  on(ending: string, reply: Reply | ((asked: StandInRequest) => Reply | Promise<Reply>)): void;
  /** Returns an id token of Google for the client of these tests, unless the claims differ. */
  idToken(claims?: Record<string, unknown>, options?: { key?: 'stranger'; alg?: 'HS256' }): Promise<string>;
  close(): Promise<void>;
}

export const clientId = 'client-of-the-tests';

export async function startStandIn(now: () => number): Promise<StandIn> {
  const asked: StandInRequest[] = [];
  const replies: [string, Reply | ((asked: StandInRequest) => Reply | Promise<Reply>)][] = [];
  const own = await generateKeyPair('ES256');
  const stranger = await generateKeyPair('ES256');
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'ES256', use: 'sig' };

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const one = {
      url: request.url ?? '',
      method: request.method ?? '',
      headers: request.headers,
      form: new URLSearchParams(Buffer.concat(chunks).toString()),
    };
    asked.push(one);
    const found = replies.findLast(([ending]) => one.url.split('?')[0]?.endsWith(ending))?.[1];
    const reply = typeof found === 'function' ? await found(one) : (found ?? { status: 404, json: {} });
    if (reply === 'silence') return;
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
    response.end(reply.text ?? JSON.stringify(reply.json ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  replies.push(['/certs', { json: { keys: [jwk] } }]);

  return {
    url: `http://127.0.0.1:${port}/oauth`,
    asked,
    on: (ending, reply) => void replies.push([ending, reply]),
    async idToken(claims = {}, { key, alg } = {}) {
      const nowS = Math.floor(now() / 1000);
      const payload = {
        iss: 'https://accounts.google.com',
        aud: clientId,
        sub: 'g-1',
        iat: nowS,
        exp: nowS + 3600,
        ...claims,
      };
      const token = new SignJWT(payload).setProtectedHeader({ alg: alg ?? 'ES256', kid: 'k1' });
      if (alg) return token.sign(new TextEncoder().encode(clientId));
      return token.sign(key === 'stranger' ? stranger.privateKey : own.privateKey);
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export interface Visit {
  readonly provider: OAuthProvider;
  readonly verifier: string;
  readonly stateCode: string;
  /** Address of the provider's page, from the init reply. */
  readonly page: URL;
}

export const sha = (text: string) => createHash('sha256').update(text).digest('base64url');
const home = 'http://localhost:3000/in?tab=1#top';

export async function start(
  service: TestService,
  provider: OAuthProvider,
  call: { appId?: string; bearer?: string; redirectTo?: string; origin?: string } = {},
) {
  const [verifier, stateCode] = [
    randomBytes(36).toString('base64url'),
    randomBytes(36).toString('base64url'),
  ];
  const { redirectTo = home, ...caller } = call;
  const body = { provider, redirect_to: redirectTo, state_code: stateCode, code_challenge: sha(verifier) };
  const { status, json } = await service.call(oauthRoutes.start, { ...caller, body });
  const page = new URL(json.url ?? 'about:blank');
  return { status, code: json.code, visit: { provider, verifier, stateCode, page } satisfies Visit };
}

/** Returns to the service from the provider's page. The result contains the address to which the service redirects. */
export async function returnFromProvider(
  service: TestService,
  { page, provider }: Visit,
  answer: Record<string, string> = { code: 'code-of-the-provider' },
  options: { post?: boolean; path?: string } = {},
): Promise<{ status: number; target: URL | null; headers: Headers }> {
  const query = new URLSearchParams({ state: page.searchParams.get('state') ?? '', ...answer });
  const path = options.path ?? `/api/v1/oauth/callback${provider === 'oidc' ? '/oidc' : ''}`;
  const request = options.post
    ? new Request(`${service.config.url}${path}`, { method: 'POST', body: query })
    : new Request(`${service.config.url}${path}?${query}`);
  const response = await service.fetch(request);
  const location = response.headers.get('location');
  return {
    status: response.status,
    target: location === null ? null : new URL(location),
    headers: response.headers,
  };
}

export const oauthLoginBody = (visit: Visit, target: URL | null) => ({
  authorization_code: target?.searchParams.get('privy_oauth_code') ?? '',
  state_code: visit.stateCode,
  code_verifier: visit.verifier,
});
