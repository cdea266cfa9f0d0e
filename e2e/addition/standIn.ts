import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Stand-in of the added provider. It redirects users back at once. It requires PKCE, and the client's id and secret
 * for a token.
 */
export interface StandIn {
  /** Value of `LATCHKEY_OAUTH_URL`. */
  readonly url: string;
  close(): Promise<void>;
}

export const channel = { id: 'channel-1', secret: 'hush' };

export async function startStandIn(): Promise<StandIn> {
  const codes = new Map<string, { challenge: string; redirectUri: string }>();

  function authorize(asked: URLSearchParams): string | null {
    const { client_id, code_challenge, code_challenge_method, redirect_uri, response_type, scope, state } =
      Object.fromEntries(asked);
    const isRight = client_id === channel.id && response_type === 'code' && scope === 'profile';
    if (!isRight || code_challenge_method !== 'S256' || !code_challenge || !redirect_uri || !state)
      return null;
    const code = randomUUID();
    codes.set(code, { challenge: code_challenge, redirectUri: redirect_uri });
    return `${redirect_uri}?${new URLSearchParams({ code, state })}`;
  }

  function trade(form: URLSearchParams): object | null {
    const code = form.get('code') ?? '';
    const given = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isChannel = form.get('client_id') === channel.id && form.get('client_secret') === channel.secret;
    if (!given || !isChannel || form.get('grant_type') !== 'authorization_code') return null;
    if (given.challenge !== challenge || given.redirectUri !== form.get('redirect_uri')) return null;
    return { access_token: 'at', token_type: 'Bearer', expires_in: 2_592_000, scope: 'profile' };
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const answer = (json: object | null) =>
      response
        .writeHead(json ? 200 : 400, { 'content-type': 'application/json' })
        .end(JSON.stringify(json ?? { error: 'invalid_request' }));
    if (pathname === '/access.line.me/oauth2/v2.1/authorize') {
      const location = authorize(searchParams);
      if (location) response.writeHead(302, { location }).end();
      else answer(null);
    } else if (pathname === '/api.line.me/oauth2/v2.1/token') {
      answer(trade(new URLSearchParams(Buffer.concat(chunks).toString())));
    } else if (pathname === '/api.line.me/v2/profile') {
      const isTheirs = request.headers.authorization === 'Bearer at';
      answer(isTheirs ? { userId: 'U4af4980629', displayName: 'Ada' } : null);
    } else answer(null);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
