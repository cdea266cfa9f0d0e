import { get } from 'node:http';
import { fileURLToPath } from 'node:url';
import { freePort, startProcess } from '@latchkey/testkit';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InboxMessage } from './inbox/index.ts';
import { type Sandbox, startSandbox } from './index.ts';
import { maxMailBytes } from './mail.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0 });
});
afterEach(() => sandbox.close());

async function send(mail: SendMailOptions): Promise<void> {
  const transport = createTransport(sandbox.smtpUrl);
  await transport.sendMail({ from: 'login@latchkey.test', ...mail });
  transport.close();
}

async function inbox(query = ''): Promise<InboxMessage[]> {
  const reply = await fetch(`${sandbox.url}/inbox${query}`);
  const body = (await reply.json()) as { messages: InboxMessage[] };
  return body.messages;
}

describe('mail', () => {
  it('an email is put into the inbox with its code', async () => {
    await send({
      to: 'ada@example.com',
      subject: 'Your code',
      text: 'Hello,\n\n  042137  \n\nIt works for 10 minutes.',
    });

    expect(await inbox()).toEqual([
      {
        id: expect.any(String),
        channel: 'email',
        to: 'ada@example.com',
        subject: 'Your code',
        text: 'Hello,\n\n  042137  \n\nIt works for 10 minutes.',
        code: '042137',
        sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ]);
  });

  it('no code is found in a text without six digits that are alone on a line', async () => {
    await send({
      to: 'a@example.com',
      subject: '123456',
      text: 'Order 123456 of 1234567\n1234567\n12 34 56',
    });
    expect((await inbox())[0]).not.toHaveProperty('code');
  });

  it('an email is delivered once to each envelope recipient, including hidden ones, newest first', async () => {
    await send({ to: 'a@example.com', bcc: 'B@example.com', subject: 'first', text: 'x' });
    await send({ to: 'a@example.com', subject: 'second', text: 'x' });

    expect((await inbox('?to=A@EXAMPLE.com')).map((one) => one.subject)).toEqual(['second', 'first']);
    expect(await inbox('?to=b@example.com')).toHaveLength(1);
    expect(await inbox('?to=nobody@example.com')).toEqual([]);
  });

  it('an email in Latin, Chinese and Arabic script and with emoji is preserved', async () => {
    const text = 'Grüße, 世界, مرحبا 👋🏽';
    await send({ to: 'jürgen@example.com', subject: text, text });
    expect((await inbox())[0]).toMatchObject({ subject: text, text });
  });

  it('the source of an HTML-only email is shown', async () => {
    await send({ to: 'a@example.com', html: '<p>Your code is 123456</p>' });
    expect((await inbox())[0]?.text).toBe('<p>Your code is 123456</p>');
  });

  it('a large email is accepted, and the beginning of its text is kept', async () => {
    await send({ to: 'a@example.com', text: `654321\n${'long line\n'.repeat(300_000)}` });
    const [message] = await inbox();
    expect(message?.code).toBe('654321');
    expect(message?.text.length).toBe(100_000);
  });

  it('an email above the announced size is refused, and the sandbox keeps running', async () => {
    const refused = send({ to: 'a@example.com', text: 'x'.repeat(maxMailBytes + 1) });
    await expect(refused).rejects.toMatchObject({ responseCode: 552 });
    await send({ to: 'a@example.com', text: 'small' });
    expect(await inbox()).toHaveLength(1);
  });

  it('an email with any credentials is accepted', async () => {
    const url = sandbox.smtpUrl.replace('smtp://', 'smtp://user:secret@');
    await createTransport(url).sendMail({ from: 'a@example.com', to: 'b@example.com', text: 'hello' });
    expect(await inbox()).toHaveLength(1);
  });
});

describe('the inbox', () => {
  it('DELETE empties the inbox', async () => {
    await send({ to: 'a@example.com', text: 'x' });
    await fetch(`${sandbox.url}/inbox`, { method: 'DELETE' });
    expect(await inbox()).toEqual([]);
  });

  it('the inbox shows a hostile email as text, on a page whose policy has no unsafe source', async () => {
    const attack = '</pre><script src="https://evil.example/x.js"></script><img src=x onerror=alert(1)>';
    await send({ to: `a'&b@example.com`, subject: `"'><svg onload=alert(1)>`, text: attack });

    const reply = await fetch(sandbox.url);
    const page = await reply.text();
    expect(page).toContain('&lt;script src=');
    expect(page).toContain('a&#39;&amp;b@example.com');
    expect(page).not.toMatch(/<script src="https|<img|<svg|<b>/);
    const policy = reply.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('the inbox escapes the address that the page is filtered by', async () => {
    const page = await (await fetch(`${sandbox.url}/?to=%22%3E%3Cscript%3E`)).text();
    expect(page).not.toContain('"><script>');
  });

  it('the inbox rejects requests with a foreign host name', async () => {
    const { port } = new URL(sandbox.url);
    const status = await new Promise((resolve) => {
      get({ host: '127.0.0.1', port, path: '/inbox', headers: { host: 'evil.example' } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
    });
    expect(status).toBe(421);
    expect((await fetch(`${sandbox.url}/inbox`)).headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('starting', () => {
  it('[S55] the sandbox refuses to start on 0.0.0.0, which other machines can reach', async () => {
    await expect(startSandbox({ port: 0, smtpPort: 0, hosts: ['0.0.0.0'] })).rejects.toThrow(
      'does not listen on 0.0.0.0',
    );
  });

  it('the sandbox names a port that is in use', async () => {
    const { port } = new URL(sandbox.url);
    await expect(startSandbox({ port: Number(port), smtpPort: 0 })).rejects.toThrow(
      `Port ${port} is taken, so the sandbox cannot start`,
    );
  });

  it('the sandbox leaves no port open if the second one is in use', async () => {
    const port = await freePort();
    const taken = Number(new URL(sandbox.smtpUrl).port);
    await expect(startSandbox({ port, smtpPort: taken })).rejects.toThrow(`Port ${taken}`);
    const next = await startSandbox({ port, smtpPort: 0 });
    await next.close();
  });

  it('the sandbox reports an invalid block time', async () => {
    const ends = await Promise.all(
      ['-1', '0.5', 'x', '3601'].map((text) => run({ LATCHKEY_CHAIN_BLOCK_S: text })),
    );
    for (const { code, stderr } of ends) {
      expect(code).toBe(1);
      expect(stderr).toContain('LATCHKEY_CHAIN_BLOCK_S is no time between two blocks');
    }
  });

  it('the sandbox reports a URL for events that is not on this machine', async () => {
    const ends = await Promise.all(
      ['https://auth.example.com/x', 'x'].map((text) => run({ LATCHKEY_SANDBOX_EVENTS_URL: text })),
    );
    for (const { code, stderr } of ends) {
      expect(code).toBe(1);
      expect(stderr).toContain('LATCHKEY_SANDBOX_EVENTS_URL is no address of this machine');
    }
  });

  it('[S55] the sandbox exits with 1 if any of the three signs of production is set', async () => {
    const signs = [
      { NODE_ENV: 'production' },
      { LATCHKEY_URL: 'https://login.example.com' },
      { LATCHKEY_BIND: '127.0.0.1,0.0.0.0' },
    ];
    const ports = { LATCHKEY_SANDBOX_PORT: '0', LATCHKEY_SANDBOX_SMTP_PORT: '0' };
    const ends = await Promise.all(signs.map((sign) => run({ ...ports, ...sign })));
    for (const { code, stderr } of ends) {
      expect(code).toBe(1);
      expect(stderr).toContain('does not run in production');
      expect(stderr).toContain('LATCHKEY_SMTP_URL');
    }
  });
});

function run(env: Record<string, string>): Promise<{ code: number | null; stderr: string }> {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url));
  const child = startProcess(process.execPath, ['--import', 'tsx', main], {
    env: { PATH: process.env.PATH, ...env },
  });
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += String(chunk);
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, stderr })));
}
