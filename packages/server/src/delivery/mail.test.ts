import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import { pino } from 'pino';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SmtpProxy, startSmtpProxy } from './mail.testkit.ts';
import type { MailMessage } from './messages.ts';
import { createSmtpMailer } from './smtpMailer.ts';

let sandbox: Sandbox;
let proxy: SmtpProxy;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
  proxy = await startSmtpProxy(sandbox.smtpUrl);
});
afterAll(async () => {
  await proxy.close();
  await sandbox.close();
});

const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5);
const outside = { clock: { now: () => nowMs }, log: pino({ enabled: false }) };
const message = { to: 'person@example.com', subject: 'Hello', text: 'Plain\n', html: '<p>Rich</p>' };

/** Sends a mail, and returns the envelope and content that the server received. */
async function send(changed: Partial<MailMessage> = {}, from = 'Latchkey <login@example.com>') {
  const mailer = createSmtpMailer({ url: proxy.url, from, ...outside });
  await mailer.send({ ...message, ...changed });
  await mailer.close();
  return proxy.readNewest();
}

test('a mail has the headers of RFC 5322, and both bodies', async () => {
  const { from, to, content } = await send();
  expect({ from, to }).toEqual({ from: 'login@example.com', to: ['person@example.com'] });
  expect(content).toContain('\r\nDate: Fri, 02 Jan 2026 03:04:05 +0000\r\n');
  expect(content).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(content).not.toMatch(/^X-/im);
  const read = await PostalMime.parse(content);
  expect(read).toMatchObject({
    from: { name: 'Latchkey', address: 'login@example.com' },
    to: [{ address: 'person@example.com' }],
    subject: 'Hello',
    messageId: expect.stringMatching(/^<[\da-f-]{36}@example\.com>$/),
    text: expect.stringMatching(/^Plain\n+$/),
    html: expect.stringContaining('<p>Rich</p>'),
  });
  const next = await PostalMime.parse((await send()).content);
  expect(next.messageId).not.toBe(read.messageId);
});

test('mail text that is not ASCII arrives unchanged, in ASCII lines of at most 78 characters', async () => {
  const words = `Ваш код — ${'港口'.repeat(40)} = 😀. `.repeat(5);
  const { content } = await send(
    { subject: words, text: `${words}\n.\n`, html: `<p>${words}</p>` },
    '"Бухта Ü, Ключ" <login@example.com>',
  );
  expect(content).toMatch(/^[\x20-\x7e\r\n]*$/);
  expect(Math.max(...content.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
  const { subject, text, html, from: sender } = await PostalMime.parse(content);
  expect(sender).toEqual({ name: 'Бухта Ü, Ключ', address: 'login@example.com' });
  expect(subject).toBe(words.trim());
  expect(text?.trimEnd()).toBe(`${words}\n.`);
  expect(html).toContain(words);
});

test('a mail line too long for SMTP is broken and joined again', async () => {
  const line = 'a'.repeat(2_000);
  const { content } = await send({ text: line });
  expect(Math.max(...content.split('\r\n').map((one) => one.length))).toBeLessThanOrEqual(78);
  expect((await PostalMime.parse(content)).text?.trimEnd()).toBe(line);
});

test('every line of a mail ends with CRLF if the text has LF, CR and CRLF', async () => {
  const { content } = await send({ text: 'a\nb\rc\r\nd' });
  expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(content).toContain('\r\na\r\nb\r\nc\r\nd\r\n');
});

test('a mail’s subject or recipient cannot add a header or a second recipient', async () => {
  for (const end of ['\r\n', '\n', '\r', '\u2028', '\0', '\u0085']) {
    const { content } = await send({ subject: `Hello${end}Bcc: eve@example.com` });
    expect(content).not.toMatch(/^Bcc/im);
    const { bcc, subject } = await PostalMime.parse(content);
    expect({ bcc, subject }).toEqual({ bcc: undefined, subject: 'Hello Bcc: eve@example.com' });
  }
  const to = [
    'a@b.example\r\nBcc: eve@example.com',
    'a@b.example> <eve@example.com',
    'a b@c.example',
    'none',
    '',
  ];
  const connections = proxy.countConnections();
  for (const one of to) await expect(send({ to: one })).rejects.toMatchObject({ code: 'delivery_failed' });
  expect(proxy.countConnections()).toBe(connections);
});

test('a recipient that looks like a list is one address, and the next mail is sent after its refusal', async () => {
  const mailer = createSmtpMailer({ url: proxy.url, from: 'login@example.com', ...outside });
  const sent = mailer.send({ ...message, to: 'a@b.example,eve@example.com' });
  await expect(sent).rejects.toMatchObject({ code: 'delivery_failed' });
  expect(proxy.readNewest().to).toEqual(['"a@b.example,eve"@example.com']);
  await mailer.send(message);
  expect(proxy.readNewest().to).toEqual(['person@example.com']);
  await mailer.close();
});

test('a sender without an address is refused when the mailer is created', () => {
  expect(() => createSmtpMailer({ url: proxy.url, from: 'Latchkey', ...outside })).toThrow('no address');
});
