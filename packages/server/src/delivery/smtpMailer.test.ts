import { createServer, type Socket } from 'node:net';
import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { openTestDatabase, testConfig } from '@latchkey/testkit';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createService } from '../service.ts';
import { createSmtpMailer } from './index.ts';
import { listenForSmtp, startSmtpProxy } from './mail.testkit.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
afterAll(() => sandbox.close());

const lines: string[] = [];
const log = pino({}, { write: (line: string) => void lines.push(line) });
const outside = { clock: { now: () => 0 }, log };
const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Test app',
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
};
const message = { to: 'person@example.com', subject: 'Hello', text: 'Plain', html: '<p>Rich</p>' };

test('the SMTP mailer delivers a mail', async () => {
  const mailer = createSmtpMailer({ url: sandbox.smtpUrl, from: 'Latchkey <login@example.com>', ...outside });
  await mailer.send(message);
  const response = await fetch(`${sandbox.url}/inbox?to=person@example.com`);
  const { messages } = (await response.json()) as { messages: { subject: string; text: string }[] };
  expect(messages).toMatchObject([{ subject: 'Hello', text: expect.stringContaining('Plain') }]);
  await mailer.close();
});

test('[S49] sending a mail fails with delivery_failed if the server is down, and neither recipient nor text is logged', async () => {
  const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:9', from: 'login@example.com', ...outside });
  await expect(mailer.send(message)).rejects.toMatchObject({ code: 'delivery_failed' });
  expect(lines.join('')).toContain('mail failed');
  expect(lines.join('')).not.toMatch(/person@example\.com|Plain/);
  await mailer.close();
});

test('successive mails use one SMTP connection', async () => {
  const { url, countConnections, close } = await startSmtpProxy(sandbox.smtpUrl);
  const mailer = createSmtpMailer({ url, from: 'login@example.com', ...outside });
  for (let mail = 0; mail < 3; mail += 1) await mailer.send(message);
  expect(countConnections()).toBe(1);
  await mailer.close();
  await close();
});

test('a mail server that accepts the connection and never answers counts as down', async () => {
  const { url, close } = await listenForSmtp(createServer((socket) => socket.resume()));
  const mailer = createSmtpMailer({ url, from: 'login@example.com', ...outside, timeoutMs: 50 });
  await expect(mailer.send(message)).rejects.toMatchObject({ code: 'delivery_failed' });
  await mailer.close();
  await close();
});

/** Creates signals that a test aborts: `pass` ends every wait that has begun. */
function movableSignals() {
  let waiting: AbortController[] = [];
  const asked: number[] = [];
  return {
    asked,
    signalAfter(ms: number): AbortSignal {
      asked.push(ms);
      const controller = new AbortController();
      waiting.push(controller);
      return controller.signal;
    },
    pass() {
      for (const controller of waiting) controller.abort();
      waiting = [];
    },
  };
}

/** Servers that accept connections and then hang, at different points of the conversation. */
const hanging: [string, (socket: Socket) => void][] = [
  ['before its greeting', (socket) => void socket.resume()],
  [
    'after its greeting',
    (socket) => {
      socket.write('220 hangs\r\n');
      socket.resume();
    },
  ],
  [
    'while it slowly sends an endless greeting',
    (socket) => {
      const trickle = setInterval(() => socket.write('220-still here\r\n'), 20);
      socket.resume().once('close', () => clearInterval(trickle));
    },
  ],
];

test.each(hanging)(
  '[S49] with a mail server that hangs %s, 160 users get an answer in time and no connection stays open',
  async (_, hang) => {
    const open = new Set<Socket>();
    const { url, close } = await listenForSmtp(
      createServer((socket) => {
        open.add(socket);
        socket.on('error', () => undefined).once('close', () => open.delete(socket));
        hang(socket);
      }),
    );
    const { asked, pass, signalAfter } = movableSignals();
    const mailer = createSmtpMailer({ url, from: 'login@example.com', ...outside, signalAfter });
    const { database, release } = await openTestDatabase();
    const service = await createService({ config: testConfig(), database, mailer, apps: [app] });
    const people = Array.from({ length: 160 }, (_, index) => `person${index}@example.com`);
    const answers = people.map(async (email, index) => {
      const request = new Request('http://localhost:4000/api/v1/passwordless/init', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'privy-app-id': app.id,
          origin: app.allowed_origins[0] ?? '',
        },
        body: JSON.stringify({ email }),
      });
      const answer = await service.fetch(request, { remoteAddress: `198.51.100.${index}` });
      return [answer.status, ((await answer.json()) as { code: string }).code];
    });
    await expect.poll(() => asked.length).toBe(160);
    // A client gives up after 20 s.
    expect(new Set(asked)).toEqual(new Set([10_000]));
    await expect.poll(() => open.size).toBe(20);
    pass();
    expect(new Set((await Promise.all(answers)).map(String))).toEqual(new Set(['422,delivery_failed']));
    await expect.poll(() => open.size).toBe(0);
    await service.close();
    await mailer.close();
    await release();
    await close();
  },
);
