import { connect } from 'node:net';
import { attackListener, rawCases, rawCorpus } from '@latchkey/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from './sandbox.ts';

const changed = process.env.LATCHKEY_WIDE === '1' ? 10_000 : 200;

let sandbox: Sandbox;
beforeEach(async () => {
  const times = { headersMs: 300, lifeMs: 1_000, checkMs: 50 };
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'], times });
});
afterEach(() => sandbox.close());

const portOf = (url: string) => Number(new URL(url).port);
const paths = [
  '/inbox',
  '/oauth/github.com/login/oauth/authorize',
  '/cloudkit',
  '/google',
  '/telegram/auth',
  '/farcaster/rpc',
  '/chain',
  '/faucet',
  '/prices/api/v3/simple/price',
];

describe('raw connections', () => {
  test('the HTTP server ends each connection of a corpus of hostile bytes, and the sandbox keeps running', async () => {
    // An aborted request may get a 500. It only has to end.
    await attackListener(portOf(sandbox.url), rawCases(rawCorpus(paths), { seed: 1, changed }));
    expect((await fetch(`${sandbox.url}/inbox`)).status).toBe(200);
  }, 900_000);

  test('the mail server ends each connection of a corpus of hostile bytes, and the sandbox keeps running', async () => {
    const mail = [
      'EHLO x',
      'MAIL FROM:<a@example.com>',
      'RCPT TO:<b@example.com>',
      'DATA',
      'Subject: x',
      '',
      'x',
      '.',
    ];
    const mails = mail.map((_, lines) => Buffer.from(`${mail.slice(0, lines + 1).join('\r\n')}\r\n`));
    const corpus = [...mails, ...mails, ...rawCorpus([])];
    await attackListener(portOf(sandbox.smtpUrl), rawCases(corpus, { seed: 2, changed, waits: true }));
    expect(await greetingOf(portOf(sandbox.smtpUrl))).toBe('220');
  }, 900_000);
});

test('the sandbox keeps running when clients disconnect in the middle of an email', async () => {
  const port = portOf(sandbox.smtpUrl);
  for (let client = 0; client < 3; client += 1) {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    await expect.poll(() => text).toContain('220');
    socket.write('EHLO x\r\nMAIL FROM:<a@example.com>\r\nRCPT TO:<b@example.com>\r\nDATA\r\n');
    await expect.poll(() => text).toContain('354');
    socket.resetAndDestroy();
  }
  expect(await greetingOf(port)).toBe('220');
});

function greetingOf(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(String(chunk).slice(0, 3));
    });
  });
}
