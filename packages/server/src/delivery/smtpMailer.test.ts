import { connect, createServer, type Server } from 'node:net';
import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeRandom } from '../crypto/index.ts';
import { createSmtpMailer } from './index.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
afterAll(() => sandbox.close());

const lines: string[] = [];
const log = pino({}, { write: (line: string) => void lines.push(line) });
const outside = { clock: { now: () => 0 }, random: nodeRandom, log };
const message = { to: 'person@example.com', subject: 'Hello', text: 'Plain', html: '<p>Rich</p>' };

test('delivers over SMTP, from the configured sender', async () => {
  const mailer = createSmtpMailer({ url: sandbox.smtpUrl, from: 'Latchkey <login@example.com>', ...outside });
  await mailer.send(message);
  const response = await fetch(`${sandbox.url}/inbox?to=person@example.com`);
  const { messages } = (await response.json()) as { messages: { subject: string; text: string }[] };
  expect(messages).toMatchObject([{ subject: 'Hello', text: expect.stringContaining('Plain') }]);
  await mailer.close();
});

test('[S49] a server that is down is delivery_failed; the log knows neither recipient nor text', async () => {
  const mailer = createSmtpMailer({ url: 'smtp://127.0.0.1:9', from: 'login@example.com', ...outside });
  await expect(mailer.send(message)).rejects.toMatchObject({ code: 'delivery_failed' });
  expect(lines.join('')).toContain('mail failed');
  expect(lines.join('')).not.toMatch(/person@example\.com|Plain/);
  await mailer.close();
});

test('letters one after the other go over one connection', async () => {
  let connections = 0;
  const { hostname, port } = new URL(sandbox.smtpUrl);
  const { url, close } = await listen(
    createServer((socket) => {
      connections += 1;
      socket.pipe(connect(Number(port), hostname)).pipe(socket);
    }),
  );
  const mailer = createSmtpMailer({ url, from: 'login@example.com', ...outside });
  for (let letter = 0; letter < 3; letter += 1) await mailer.send(message);
  expect(connections).toBe(1);
  await mailer.close();
  await close();
});

test('a server that takes the connection and says nothing counts as down', async () => {
  const { url, close } = await listen(createServer((socket) => socket.resume()));
  const mailer = createSmtpMailer({ url, from: 'login@example.com', ...outside, timeoutMs: 50 });
  await expect(mailer.send(message)).rejects.toMatchObject({ code: 'delivery_failed' });
  await mailer.close();
  await close();
});

async function listen(server: Server): Promise<{ url: string; close(): Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
