import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { nodeRandom } from '../crypto/index.ts';
import { createComposer } from './mail.ts';

const nowMs = Date.UTC(2026, 0, 2, 3, 4, 5);
const outside = { clock: { now: () => nowMs }, random: nodeRandom };
const message = { to: 'person@example.com', subject: 'Hello', text: 'Plain\n', html: '<p>Rich</p>' };
const compose = createComposer('Latchkey <login@example.com>', outside);

test('a letter has the headers of RFC 5322, and both bodies', async () => {
  const { id, envelope, content } = compose(message);
  expect(envelope).toEqual({ from: 'login@example.com', to: 'person@example.com' });
  expect(id).toMatch(/^[a-z2-7]{25}@example\.com$/);
  expect(content).toContain('\r\nDate: Fri, 02 Jan 2026 03:04:05 +0000\r\n');
  const read = await PostalMime.parse(content);
  expect(read).toMatchObject({
    from: { name: 'Latchkey', address: 'login@example.com' },
    to: [{ address: 'person@example.com' }],
    subject: 'Hello',
    messageId: `<${id}>`,
    text: expect.stringMatching(/^Plain\n+$/),
    html: expect.stringContaining('<p>Rich</p>'),
  });
  expect(compose(message).id).not.toBe(id);
});

test('what is not ASCII arrives as it was, over lines that every server takes', async () => {
  const words = `Ваш код — ${'港口'.repeat(40)} = 😀. `.repeat(5);
  const from = createComposer('"Бухта Ü, Ключ" <login@example.com>', outside);
  const { content } = from({ ...message, subject: words, text: `${words}\n.\n`, html: `<p>${words}</p>` });
  expect(content).toMatch(/^[\x20-\x7e\r\n]*$/);
  expect(Math.max(...content.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
  const { subject, text, html, from: sender } = await PostalMime.parse(content);
  expect(sender).toEqual({ name: 'Бухта Ü, Ключ', address: 'login@example.com' });
  expect(subject).toBe(words.trim());
  expect(text?.trimEnd()).toBe(`${words}\n.`);
  expect(html).toContain(words);
});

test('a line too long for SMTP is broken, and put together again', async () => {
  const line = 'a'.repeat(2_000);
  const { content } = compose({ ...message, text: line });
  expect(Math.max(...content.split('\r\n').map((one) => one.length))).toBeLessThanOrEqual(78);
  expect((await PostalMime.parse(content)).text?.trimEnd()).toBe(line);
});

test('every line ends with CRLF, whatever the text has', () => {
  const { content } = compose({ ...message, text: 'a\nb\rc\r\nd' });
  expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  expect(content).toContain('\r\na\r\nb\r\nc\r\nd\r\n');
});

test('neither subject nor recipient begins a header or names a second recipient', async () => {
  for (const end of ['\r\n', '\n', '\r', '\u2028', '\0', '\u0085']) {
    const { content } = compose({ ...message, subject: `Hello${end}Bcc: eve@example.com` });
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
  for (const one of to) expect(() => compose({ ...message, to: one })).toThrow('no address');
});

test('a sender without an address is refused when the mailer is made', () => {
  expect(() => createComposer('Latchkey', outside)).toThrow('no address');
});
