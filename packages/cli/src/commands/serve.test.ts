import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSchema, databaseKind, freePort, startProcess, temporaryFolder } from '@latchkey/testkit';
import { expect, test } from 'vitest';

/** The built command, which Vitest's set-up of the service tests keeps up to date. */
const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** Starts the command in a new folder, with a file of variables. */
function serve(variables: Readonly<Record<string, string>>, ...words: string[]) {
  const cwd = temporaryFolder('serve');
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(cwd, 'latchkey.env'), lines.join(''));
  const child = startProcess(process.execPath, [program, 'serve', ...words, '--env-file', 'latchkey.env'], {
    cwd,
    env: { PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += String(chunk);
    });
  }
  return { child, exited: once(child, 'exit'), output: () => output };
}

test('serve refuses an unsafe configuration of production with the texts of the service, and exits with 1', async () => {
  const { exited, output } = serve({ NODE_ENV: 'production', LATCHKEY_URL: 'https://auth.example.com' });
  expect(await exited).toEqual([1, null]);
  expect(output()).toContain('The configuration is not complete');
  expect(output()).toContain('LATCHKEY_PARTS_KEK is required in production');
});

test.each([
  ['recovery', 'LATCHKEY_RECOVERY_KEK is required in production'],
  ['hosted', 'LATCHKEY_URL is required in production'],
])('serve %s reads the file of --env-file', async (name, text) => {
  const { exited, output } = serve({ NODE_ENV: 'production' }, name);
  expect(await exited).toEqual([1, null]);
  expect(output()).toContain(text);
});

if (databaseKind === 'postgres') {
  test('serve runs the service in the process of the command, which exits with 0 at SIGTERM', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const { child, exited } = serve({
      LATCHKEY_URL: url,
      LATCHKEY_PORT: String(port),
      LATCHKEY_BIND: '127.0.0.1',
      LATCHKEY_DATABASE_URL: await createSchema(),
    });
    const readyz = () =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => 0,
      );
    await expect.poll(readyz).toBe(200);
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
  });
}
