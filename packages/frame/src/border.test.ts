import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { admitPage, admitSender, assertSecure, toAppId } from './border.ts';
import { custodyPaths } from './custody/routes.ts';

const self = {};
const parent = {};
const host = 'https://app.example';
const place = { self, parent, ancestorOrigins: [host] };

describe('the sender of a message', () => {
  it('[FRAME-04] admits a message from the direct parent, and returns its origin', () => {
    expect(admitSender({ source: parent, origin: host }, place, null)).toBe(host);
    expect(admitSender({ source: parent, origin: host }, place, host)).toBe(host);
    expect(admitSender({ source: parent, origin: host }, { ...place, ancestorOrigins: null }, null)).toBe(
      host,
    );
  });

  it.each([
    ['a sibling frame of the same origin', { source: {}, origin: host }],
    ['the frame itself', { source: self, origin: host }],
    ['a message without a source', { source: null, origin: host }],
    ['a sandboxed page', { source: parent, origin: 'null' }],
    ['no origin', { source: parent, origin: '' }],
    ['a look-alike suffix', { source: parent, origin: 'https://app.example.evil' }],
    ['a look-alike prefix', { source: parent, origin: 'https://evil-app.example' }],
    ['another port', { source: parent, origin: 'https://app.example:8443' }],
    ['another scheme', { source: parent, origin: 'http://app.example' }],
  ])('[S4] refuses a sender: %s', (_, sender) => {
    expect(admitSender(sender, place, null)).toBeNull();
    expect(admitSender(sender, { ...place, ancestorOrigins: null }, host)).toBeNull();
  });

  it('[S4] refuses a message at top level, where there is no host page', () => {
    for (const ancestorOrigins of [[], null]) {
      const topLevel = { self, parent: self, ancestorOrigins };
      expect(admitSender({ source: self, origin: host }, topLevel, null)).toBeNull();
    }
  });

  it.each(['null', ''])(
    '[S4] refuses a message of origin %j, whether or not the browser reports this origin for the parent',
    (origin) => {
      expect(admitSender({ source: parent, origin }, { ...place, ancestorOrigins: null }, null)).toBeNull();
      expect(
        admitSender({ source: parent, origin }, { ...place, ancestorOrigins: [origin] }, origin),
      ).toBeNull();
    },
  );

  it('[S4] refuses a message without a source, even if the page has lost its parent', () => {
    const orphan = { self, parent: null, ancestorOrigins: null };
    expect(admitSender({ source: null, origin: host }, orphan, null)).toBeNull();
  });

  it('[S4] refuses a message with the origin of a farther ancestor, or with another origin than the first message', () => {
    const top = 'https://portal.example';
    const nested = { self, parent, ancestorOrigins: [host, top] };
    expect(admitSender({ source: parent, origin: host }, nested, null)).toBe(host);
    expect(admitSender({ source: parent, origin: top }, nested, null)).toBeNull();
    expect(admitSender({ source: parent, origin: host }, nested, top)).toBeNull();
  });
});

it('[FRAME-01] reads the app id from the path of a frame, and from none of seven other paths', () => {
  expect(toAppId('/apps/latchkey-demo-app-0000001/embedded-wallets')).toBe('latchkey-demo-app-0000001');
  for (const path of [
    '/',
    '/apps//embedded-wallets',
    '/apps/a/b/embedded-wallets',
    '/apps/a%2f/embedded-wallets',
    '/frame/apps/app/embedded-wallets',
    '/apps/app/embedded-wallets/export',
    `/apps/${'a'.repeat(65)}/embedded-wallets`,
  ]) {
    expect(toAppId(path)).toBeNull();
  }
  expect(toAppId(`/apps/${'a'.repeat(64)}/embedded-wallets`)).toBe('a'.repeat(64));
});

describe('assertSecure', () => {
  it.each(['https://app.example', 'http://localhost', 'http://localhost:3000', 'http://127.0.0.1:3000'])(
    '[EMBW-03] assertSecure accepts the origin %s',
    (origin) => expect(() => assertSecure(origin)).not.toThrow(),
  );

  it.each([
    'http://app.example',
    'http://localhost.evil',
    'http://localhost:3000.evil',
    'http://127.0.0.1.evil:80',
    'http://192.168.1.2:3000',
  ])('[EMBW-03, S50] assertSecure refuses the origin %s', (origin) => {
    const refusal = expect.objectContaining({
      type: 'error',
      code: 'insecure_context',
      message: 'Embedded wallet is only available over HTTPS',
    });
    expect(() => assertSecure('https://service.example', origin)).toThrow(refusal);
    expect(() => assertSecure(origin, 'https://app.example')).toThrow(refusal);
  });
});

describe('the page that embeds the frame', () => {
  const service = 'https://wallet.example';
  const context = { allowed: true, dpop_nonce: 'first', approval: 'host', recovery_password_length: 6 };
  /** Answers of the service, in turn; the last one repeats. */
  let answers: (object | 'down' | 'silent')[];
  let asked: { url: string; body: unknown }[];

  beforeEach(() => {
    vi.useFakeTimers();
    [answers, asked] = [[context], []];
    vi.stubGlobal('fetch', async (url: string, { body, signal }: RequestInit) => {
      asked.push({ url, body: JSON.parse(String(body)) });
      const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? 'down';
      if (answer === 'down') throw new TypeError('fetch failed');
      if (answer === 'silent')
        await new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      const { status = 200 } = answer as { status?: number };
      return new Response(JSON.stringify(answer), { status });
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const admit = (ancestorOrigins: readonly string[] | null = [host]) =>
    admitPage(service, 'app', host, { self, parent, ancestorOrigins });

  it('asks the service about all ancestors that the browser reports or, if it reports none, only about the parent', async () => {
    const portal = 'https://portal.example';
    expect(await admit([host, portal])).toEqual(context);
    await admit(null);
    const url = service + custodyPaths.context;
    const body = { app_id: 'app', parent_origin: host };
    expect(asked).toEqual([
      { url, body: { ...body, ancestor_origins: [host, portal] } },
      { url, body: { ...body, ancestor_origins: [host] } },
    ]);
  });

  it('refuses a host page that the service does not allow, and says to add its origin to the allowed ones', async () => {
    answers = [{ ...context, allowed: false }];
    await expect(admit()).rejects.toMatchObject({
      type: 'error',
      code: 'origin_not_allowed',
      message: expect.stringMatching(/^https:\/\/app\.example may not embed .* allowed origins/),
    });
    expect(asked).toHaveLength(1);
  });

  it('asks the service again a second after a call failed, because it may just be starting', async () => {
    // The four tries of one call take 1.5 s.
    answers = ['down', 'down', 'down', 'down', context];
    const admitted = admit();
    await vi.advanceTimersByTimeAsync(2_499);
    expect(asked).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(5);
    expect(await admitted).toEqual(context);
  });

  it('repeats the question about the host page for 30 s without a network, and then gives up', async () => {
    answers = ['down'];
    const ended = vi.fn();
    const refused = admit().catch(ended);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_500);
    await refused;
    expect(ended).toHaveBeenCalledWith(expect.objectContaining({ type: 'error', code: 'network_error' }));
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not ask the service again if it refused, or sent no answer for 20 s', async () => {
    answers = [{ status: 404, code: 'app_not_found', error: 'There is no such app' }];
    await expect(admit()).rejects.toMatchObject({ code: 'app_not_found' });
    expect(asked).toHaveLength(1);
    answers = ['silent'];
    const refused = expect(admit()).rejects.toMatchObject({ code: 'client_request_timeout' });
    await vi.advanceTimersByTimeAsync(20_000);
    await refused;
    expect(vi.getTimerCount()).toBe(0);
  });
});
