import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { custodyRoutes, farcasterRoutes, mfaRoutes } from '@latchkey/wire';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiFacts, createApi, fetchContext } from './api.ts';
import { createProofKey } from './custody/proof.ts';
import { custodyPaths, signerPaths } from './custody/routes.ts';
import { factorPaths } from './mfa/routes.ts';

interface Sent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}
type Reply = { status: number; json: unknown; nonce?: string } | 'hang up' | 'never';

let server: Server;
let origin: string;
let sent: Sent[];
let replies: Reply[];

beforeEach(async () => {
  [sent, replies] = [[], []];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    sent.push({ path: request.url ?? '', headers: request.headers, body });
    const reply = replies.shift() ?? { status: 200, json: {} };
    if (reply === 'never') return;
    if (reply === 'hang up') return request.socket.destroy();
    if (reply.nonce) response.setHeader('dpop-nonce', reply.nonce);
    response.writeHead(reply.status, { 'content-type': 'application/json' });
    return response.end(typeof reply.json === 'string' ? reply.json : JSON.stringify(reply.json));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

const session = { token: 'h.c.s', userId: 'did:privy:a', sessionId: 's' };
const claimsOf = ({ headers }: Sent) =>
  JSON.parse(Buffer.from(String(headers.dpop).split('.')[1] ?? '', 'base64url').toString());

async function createCaller(events: Partial<ApiFacts> = {}) {
  return createApi({
    origin,
    appId: 'app',
    parentOrigin: 'https://app.example',
    nonce: 'first',
    now: () => 0,
    proofKey: await createProofKey(),
    onAccepted: () => undefined,
    onRefused: () => undefined,
    onUnverified: () => undefined,
    onUnlockedFor: () => undefined,
    ...events,
  });
}

describe('custody calls', () => {
  it('uses the paths of wire’s routes for custody, signer and factor calls', () => {
    for (const [act, path] of Object.entries(custodyPaths)) {
      expect(custodyRoutes[act as keyof typeof custodyRoutes]).toMatchObject({ method: 'POST', path });
    }
    expect(Object.keys(custodyPaths)).toEqual(Object.keys(custodyRoutes));
    expect(farcasterRoutes.signerInit).toMatchObject({ method: 'POST', path: signerPaths.signerInit });
    for (const [act, path] of Object.entries(factorPaths)) {
      expect(mfaRoutes[act as keyof typeof mfaRoutes]).toMatchObject({ method: 'POST', path });
    }
  });

  it('sends app id, token, proof and the embedding page’s origin with a custody call', async () => {
    const api = await createCaller();
    await api.call('verifyToken', session, {});
    expect(sent[0]?.path).toBe(custodyPaths.verifyToken);
    expect(sent[0]?.headers).toMatchObject({ 'privy-app-id': 'app', authorization: 'DPoP h.c.s' });
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({ parent_origin: 'https://app.example' });
    expect(claimsOf(sent[0]!)).toMatchObject({ htu: origin + custodyPaths.verifyToken, nonce: 'first' });
  });

  it('uses the newest nonce for custody calls, and retries once after an expired nonce', async () => {
    const api = await createCaller();
    replies = [{ status: 401, json: { code: 'use_dpop_nonce' }, nonce: 'second' }];
    await api.call('verifyToken', session, {});
    await api.call('verifyToken', session, {});
    expect(sent.map((each) => claimsOf(each).nonce)).toEqual(['first', 'second', 'second']);
    expect(new Set(sent.map((each) => claimsOf(each).jti)).size).toBe(3);
    replies = new Array(2).fill({ status: 401, json: { code: 'use_dpop_nonce' }, nonce: 'third' });
    await expect(api.call('verifyToken', session, {})).rejects.toMatchObject({ code: 'use_dpop_nonce' });
  });

  it('retries a custody call with the same body and a new proof if the network or the service fails', async () => {
    const api = await createCaller();
    replies = ['hang up', { status: 503, json: { code: 'service_unavailable' } }];
    await api.call('export', session, {
      entropy_id: 'e',
      entropy_id_verifier: 'ethereum-address-verifier',
      address: 'a',
      what: 'key',
    });
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(new Set(sent.map((each) => claimsOf(each).jti)).size).toBe(3);
  });

  it('retries calls that request a code, but not a call that submits the code of a second factor', async () => {
    const api = await createCaller();
    const entropy = { entropy_id: 'e', entropy_id_verifier: 'ethereum-address-verifier' } as const;
    const requests = [
      () => api.call('sendReleaseCode', session, { ...entropy, request_id: 'one' }),
      () => api.call('startSms', session, { action: 'enroll', phoneNumber: '+1', request_id: 'two' }),
    ];
    for (const request of requests) {
      [sent, replies] = [[], ['hang up']];
      await request();
      expect(sent).toHaveLength(2);
      expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    }
    [sent, replies] = [[], ['hang up']];
    await expect(api.call('verifySms', session, { code: '123456' })).rejects.toMatchObject({
      code: 'network_error',
    });
    expect(sent).toHaveLength(1);
  });

  it('gives up asking for the frame’s context with network_error after three retries', async () => {
    replies = new Array(4).fill('hang up');
    const context = { app_id: 'app', parent_origin: 'https://app.example', ancestor_origins: [] };
    await expect(fetchContext(origin, context)).rejects.toMatchObject({
      type: 'error',
      code: 'network_error',
    });
    expect(sent).toHaveLength(4);
  });

  it('gives up 20 s after a custody call began, even if the nonce was renewed meanwhile', async () => {
    const api = await createCaller();
    replies = [{ status: 401, json: { code: 'use_dpop_nonce' }, nonce: 'second' }, 'never'];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ended = vi.fn();
    const call = api.call('verifyToken', session, {}).catch(ended);
    const isSent = async (count: number) => {
      while (sent.length < count) await new Promise((resolve) => setImmediate(resolve));
    };
    vi.advanceTimersByTime(15_000);
    await isSent(2);
    vi.advanceTimersByTime(4_999);
    expect(ended).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await call;
    expect(ended).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'error', code: 'client_request_timeout' }),
    );
  });

  it.each([
    [404, 'wallet_not_on_device', 'wallet_not_on_device'],
    [401, 'missing_or_invalid_mfa', 'missing_or_invalid_mfa'],
    [400, 'invalid_data', 'invalid_request_arguments'],
    [403, 'recent_login_required', 'error'],
    [422, 'embedded_wallet_already_exists', 'error'],
  ])(
    'converts an answer of the service with status %i and code %s into a refusal of type %s, without a retry',
    async (status, code, type) => {
      const api = await createCaller();
      replies = [{ status, json: { code, error: 'Text of the service' } }];
      const refusal = { type, code, message: 'Text of the service' };
      await expect(api.call('verifyToken', session, {})).rejects.toMatchObject(refusal);
      expect(sent).toHaveLength(1);
    },
  );

  it('converts an answer with status 429 into a refusal with the text that published clients look for', async () => {
    const api = await createCaller();
    replies = [{ status: 429, json: { code: 'too_many_requests', error: 'Too many attempts.' } }];
    await expect(api.call('verifyToken', session, {})).rejects.toThrow('code 429');
    expect(sent).toHaveLength(1);
  });

  it('reports an accepted call and a refused token, but no answer with status 404 or 400', async () => {
    const told: string[] = [];
    const api = await createCaller({
      onAccepted: () => told.push('accepted'),
      onRefused: () => told.push('refused'),
    });
    replies = [
      { status: 200, json: {} },
      { status: 401, json: { code: 'missing_or_invalid_token' } },
    ];
    await api.call('verifyToken', session, {});
    await expect(api.call('verifyToken', session, {})).rejects.toThrow();
    replies = [
      { status: 404, json: { code: 'wallet_not_on_device' } },
      { status: 400, json: 'not JSON' },
    ];
    await expect(api.call('verifyToken', session, {})).rejects.toThrow();
    await expect(api.call('verifyToken', session, {})).rejects.toThrow('Something went wrong');
    expect(told).toEqual(['accepted', 'refused']);
  });

  it('reports the code missing_or_invalid_mfa as unverified, not as a refusal of the caller, and reports neither too many tries nor a refused number', async () => {
    const told: string[] = [];
    const api = await createCaller({
      onAccepted: () => told.push('accepted'),
      onRefused: () => told.push('refused'),
      onUnverified: () => told.push('unverified'),
    });
    const data = { methods: ['passkey', 'telepathy'] };
    replies = [
      { status: 401, json: { code: 'missing_or_invalid_mfa', data } },
      { status: 429, json: { code: 'mfa_verification_max_attempts_reached', data: { retry_after_s: 7 } } },
      { status: 422, json: { code: 'twilio_verification_failed' } },
    ];
    const request = () => api.call('verifyTotp', session, { code: '123456' });
    const type = 'missing_or_invalid_mfa';
    await expect(request()).rejects.toMatchObject({ type, details: { methods: ['passkey'] } });
    const most = { type: 'mfa_verification_max_attempts_reached', details: { retry_after_s: 7 } };
    await expect(request()).rejects.toMatchObject(most);
    await expect(request()).rejects.toMatchObject({ type: 'twilio_verification_failed' });
    expect(told).toEqual(['unverified']);
  });

  it('submits a second-factor code again after an expired nonce, but not after a network failure or a status 503', async () => {
    const api = await createCaller();
    for (const [reply, code] of [
      ['hang up', 'network_error'],
      [{ status: 503, json: { code: 'service_unavailable' } }, 'service_unavailable'],
    ] as const) {
      [sent, replies] = [[], [reply]];
      await expect(api.call('verifySms', session, { code: '123456' })).rejects.toMatchObject({ code });
      expect(sent).toHaveLength(1);
    }
    // The service refuses a stale nonce before it looks at the code.
    [sent, replies] = [[], [{ status: 401, json: { code: 'use_dpop_nonce' }, nonce: 'second' }]];
    await api.call('verifySms', session, { code: '123456' });
    expect(sent).toHaveLength(2);
  });

  it('reports how long the wallet stays open, and ignores a late answer to an earlier call', async () => {
    const told: (number | null)[] = [];
    const api = await createCaller({ onUnlockedFor: (seconds) => told.push(seconds) });
    replies = ['never', { status: 200, json: { unlocked_for: 900 } }, { status: 200, json: {} }];
    const early = api.call('verifyToken', session, {}).catch(() => undefined);
    while (sent.length < 1) await new Promise((resolve) => setImmediate(resolve));
    await api.call('verifyToken', session, {});
    // The early call is retried, and its answer arrives after that of the later call.
    replies = [{ status: 200, json: { unlocked_for: 0 } }];
    server.closeAllConnections();
    await early;
    expect(told).toEqual([900]);
    for (const unlocked_for of ['900', undefined, null]) {
      replies = [{ status: 200, json: { unlocked_for } }];
      await api.call('verifyToken', session, {});
    }
    expect(told).toEqual([900, null]);
  });

  it('refuses a released part as unverified if the wallet stays open for less than a second', async () => {
    const api = await createCaller();
    replies = [{ status: 200, json: { unlocked_for: 0, auth_part: 'A' } }];
    const act = api.call('recover', session, {
      entropy_id: 'e',
      entropy_id_verifier: 'ethereum-address-verifier',
    });
    await expect(act).rejects.toMatchObject({ type: 'missing_or_invalid_mfa' });
  });
});
