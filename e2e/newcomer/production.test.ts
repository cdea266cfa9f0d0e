import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { startSandbox } from '@latchkey/sandbox';
import { findPostgres, freePort, startPostgres } from '@latchkey/testkit';
import { expect, test } from 'vitest';
import { root } from '../../scripts/build/contentHash.ts';
import { openInbox } from '../harness/index.ts';
import { makeClone, open, readGuide, type } from './shell.ts';

/** Far below the 420 MB of an install with everything; about 120 when this was written, 16 of them sources. */
const ceilingMb = 160;

test('the service runs in production without development packages, on a build made elsewhere', async () => {
  const programs = findPostgres() ?? expect.fail('there is no PostgreSQL');
  const clone = await makeClone();
  const [postgres, sandbox, port] = await Promise.all([
    startPostgres(programs),
    startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] }),
    freePort(),
  ]);
  const { command } = await readGuide(clone, 'docs/guide/production.md', {});
  // Elsewhere: here, where everything is installed.
  await type(command('npm run build'), root);
  await type(command('tar -czf').replace('latchkey-build.tgz', join(clone, 'latchkey-build.tgz')), root);
  await type(command('npm ci --omit'), clone);
  await type(command('tar -xzf'), clone);
  await rm(join(clone, 'latchkey-build.tgz'));
  const megabytes = (await sizeOf(clone)) / 2 ** 20;
  expect(megabytes).toBeLessThan(ceilingMb);

  const url = `http://127.0.0.1:${port}`;
  const adminKey = randomBytes(32).toString('base64');
  const service = open(command('NODE_ENV=production'), clone, {
    LATCHKEY_URL: url,
    LATCHKEY_PORT: String(port),
    LATCHKEY_DATABASE_URL: postgres.url,
    LATCHKEY_ADMIN_KEY: adminKey,
    LATCHKEY_PARTS_KEK: randomBytes(32).toString('base64'),
    LATCHKEY_RECOVERY_KEK: randomBytes(32).toString('base64'),
    LATCHKEY_SMTP_URL: sandbox.smtpUrl,
    LATCHKEY_MAIL_FROM: 'Tidewater <login@tidewater.example>',
  });
  try {
    await service.says(/"msg":"listening"/);
    const call = async (path: string, headers: Record<string, string>, body?: object) => {
      const method = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const response = await fetch(`${url}${path}`, {
        headers: { 'content-type': 'application/json', ...headers },
        ...method,
      });
      expect(response.status, path).toBe(200);
      return response;
    };
    await call('/readyz', {});
    const operator = { authorization: `Bearer ${adminKey}` };
    const made = await call('/api/v1/admin/apps', operator, { name: 'Tidewater', email_auth: true });
    const { id } = (await made.json()) as { id: string };
    await call(`/apps/${id}/embedded-wallets`, {});
    const email = 'ada@tidewater.example';
    await call('/api/v1/passwordless/init', { 'privy-app-id': id }, { email });
    const code = await openInbox(sandbox.url).nextCode(email);
    const login = await call('/api/v1/passwordless/authenticate', { 'privy-app-id': id }, { email, code });
    expect(await login.json()).toMatchObject({ is_new_user: true });
  } finally {
    await service.stop();
    await Promise.all([
      postgres.destroy(),
      sandbox.close(),
      rm(dirname(clone), { recursive: true, force: true }),
    ]);
  }
});

/** What a folder takes, without following links: those of workspaces lead into it. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await lstat(file)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
