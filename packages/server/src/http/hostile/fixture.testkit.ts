import { createHash } from 'node:crypto';
import { Agent, request as sendRequest } from 'node:http';
import { startSandbox } from '@latchkey/sandbox';
import { createTestService, enterCustody, startIssuer, testAppSecret } from '@latchkey/testkit';
import type { AppInput } from '@latchkey/wire';
import { pino } from 'pino';
import { sandboxOAuthClients } from '../../app-secrets/index.ts';
import { listen } from '../../listen.ts';

/** Half a surrogate pair. */
export const half = '\ud800';
/** Number of requests for each route and page. */
export const rounds = process.env.LATCHKEY_WIDE === '1' ? 400 : 10;
export const origin = 'http://localhost:3000';

const everyMethod = Object.fromEntries(
  [
    ...['custom_jwt', 'email', 'farcaster', 'guest', 'passkey', 'sms', 'telegram'].map(
      (name) => `${name}_auth`,
    ),
    ...['apple', 'discord', 'github', 'google'].map((name) => `${name}_oauth`),
  ].map((flag) => [flag, true]),
) as Partial<AppInput>;

/** Opens a service with most login methods, behind a real socket, with stand-ins of third parties. */
export async function openFixture() {
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  const clock = { now: () => Date.now() };
  const issuer = await startIssuer(() => clock.now());
  const faults: string[] = [];
  const { url, oauthUrl } = sandbox;
  const service = await createTestService({
    log: pino({ level: 'error' }, { write: (line: string) => void faults.push(line) }),
    apps: [
      {
        ...everyMethod,
        id: 'latchkey-test-app-0000001',
        name: 'Every way in',
        secret_hash: createHash('sha256').update(testAppSecret).digest('hex'),
        allowed_origins: [origin],
        custom_jwt_config: { issuer: 'https://login.example', public_key: issuer.publicKey() },
      },
    ],
    config: {
      oauthUrl,
      googleUrl: url,
      cloudKitUrl: url,
      telegramUrl: url,
      turnstileUrl: url,
      farcasterApiUrl: `${url}/farcaster/api`,
      farcasterRelayUrl: `${url}/farcaster/relay`,
      farcasterRpcUrl: `${url}/farcaster/rpc`,
      pricesUrl: sandbox.pricesUrl,
      chainNodes: new Map([[31_337, `${url}/chain`]]),
      sharedOAuthClients: sandboxOAuthClients,
    },
  });
  clock.now = service.clock.now;
  const listener = await listen(service.service, { port: 0, hosts: ['127.0.0.1'] });
  const agent = new Agent({ keepAlive: true });
  /** Tokens of the host's own issuer, some with subjects that the database cannot store. */
  const tokens: string[] = [];
  for (const sub of ['ada', 'a\u0000b', half, 'x'.repeat(300), '__proto__', { a: 1 }]) {
    tokens.push(await issuer.sign({ iss: 'https://login.example', sub, name: '\u0000' }));
  }
  let people = 0;
  return {
    service,
    faults,
    tokens,
    newPerson: () => enterCustody(service, `person-${people++}@example.com`),
    exchange: (sent: SentRequest) => exchange(listener.port, agent, sent),
    async close() {
      agent.destroy();
      await listener.close();
      await service.close();
      await issuer.close();
      await sandbox.close();
    },
  };
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>;

export type Person = Awaited<ReturnType<Fixture['newPerson']>>;

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

function exchange(
  port: number,
  agent: Agent,
  { method, path, headers, body }: SentRequest,
): Promise<{ status: number; headers: Headers; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = sendRequest({ port, host: '127.0.0.1', agent, method, path, headers });
    sent.once('error', reject);
    sent.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        const given = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(given as [string, string][]),
          text,
        });
      });
    });
    sent.end(body);
  });
}

export const toPlainText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
/** Percent-encodes any text. Half a surrogate pair, which UTF-8 cannot encode, becomes U+FFFD. */
export const percent = (text: string) => encodeURIComponent(Buffer.from(text).toString());

export const tell = ({ method, path, headers, body }: SentRequest) =>
  `${method} ${path.slice(0, 200)} ${JSON.stringify(headers).slice(0, 300)} ${JSON.stringify(body.slice(0, 600))}`;
