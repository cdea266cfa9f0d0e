import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { storeToken } from '../api/index.ts';
import { openCommandLine } from '../openCommandLine.testkit.ts';

test('doctor prints a line for each error and for a check that was left out, and exits with 1 because of errors', async () => {
  const env = { LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9', LATCHKEY_PORT: 'eighty' };
  const { run } = openCommandLine({ env });
  const { code, told } = await run('doctor', '--before-start');
  expect(code).toBe(1);
  expect(told).toContain('✗ configuration: LATCHKEY_PORT must be a port number.');
  expect(told).toContain('✗ smtp: The mail server does not');
  expect(told).toContain('– cors: not checked, left out before the start');
  const json = (await run('doctor', '--before-start', '--json')).json();
  expect(json).toMatchObject({
    errors: 2,
    checks: expect.arrayContaining([
      expect.objectContaining({
        id: 'configuration',
        skipped: null,
        findings: [{ severity: 'error', text: 'LATCHKEY_PORT must be a port number.' }],
      }),
    ]),
  });
});

test('doctor refuses a test mail to something that is not an address, and a file that cannot be read', async () => {
  const { run } = openCommandLine();
  expect(await run('doctor', '--test-mail', 'ada')).toMatchObject({ code: 2 });
  expect(await run('doctor', '--env-file', 'none.env')).toMatchObject({
    code: 2,
    noted: expect.stringContaining('none.env cannot be read'),
  });
});

test('doctor sends a stored token only to the service for which it was stored, not through a tunnel to another', async () => {
  const [own, tunnel] = ['http://localhost:4000', 'https://127.0.0.1:9'];
  const sent = new Set<string>();
  const { run, configFolder, cwd } = openCommandLine({
    env: { LATCHKEY_URL: own, LATCHKEY_TUNNEL_URL: tunnel, LATCHKEY_SMTP_URL: 'smtp://127.0.0.1:9' },
    fetch: async (input, init) => {
      const { url, headers } = new Request(input, init);
      const key = headers.get('authorization');
      if (key !== null) sent.add(`${new URL(url).origin} ${key}`);
      return Response.json({});
    },
  });
  const env = `${cwd}/own.env`;
  writeFileSync(env, `LATCHKEY_DATA_DIR=${cwd}/data\n`);
  await storeToken(configFolder, own, 'lko_own');
  await run('doctor', '--env-file', env);
  expect([...sent]).toEqual([]);
  await storeToken(configFolder, tunnel, 'lko_tunnel');
  await run('doctor', '--env-file', env);
  expect([...sent]).toEqual([`${tunnel} Bearer lko_tunnel`]);
});
