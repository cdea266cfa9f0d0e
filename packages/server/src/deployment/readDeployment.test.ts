import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readDeployment } from './readDeployment.ts';

const folder = mkdtempSync(join(tmpdir(), 'latchkey-deployment-'));
const file = join(folder, 'apps.json');
afterAll(() => rmSync(folder, { recursive: true }));

function problemsOf(env: Record<string, string>): string {
  try {
    readDeployment({ LATCHKEY_DATA_DIR: folder, LATCHKEY_CONFIG: file, ...env });
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

test('readDeployment reports problems with the environment and the apps file at once', () => {
  const app = {
    id: 'my-app-000000000000000001',
    name: 5,
    colour: 'red',
    shape: 'round',
    theme: 'neon',
    allowlist_config: { error_title: 1, cta_text: 2 },
  };
  const other = {
    id: 'my-app-000000000000000002',
    allowed_origins: ['https://a.example/', 'https://*.b.example'],
    farcaster_link_wallets_enabled: true,
    telegram_auth: true,
    allowed_native_app_ids: ['com.example'],
  };
  writeFileSync(file, JSON.stringify({ apps: [app, other] }));
  const message = problemsOf({ LATCHKEY_URL: 'https://auth.example.com', LATCHKEY_PORT: 'eighty' });
  const own = [
    'name',
    'colour',
    'shape',
    'theme',
    'allowlist_config.error_title',
    'allowlist_config.cta_text',
  ];
  const others = [
    'allowed_origins.0',
    'allowed_origins.1',
    'farcaster_link_wallets_enabled',
    'telegram_auth_config',
    'allowed_native_app_ids',
  ];
  for (const field of own) expect(message).toContain(`apps[0] (${app.id}): ${field} `);
  for (const field of others) expect(message).toContain(`apps[1] (${other.id}): ${field} `);
  for (const name of ['PORT must', 'DATABASE_URL is', 'MAIL_FROM is']) {
    expect(message).toContain(`LATCHKEY_${name}`);
  }
  // Each problem has one line, and no line appears twice.
  const lines = message.split('\n').slice(1);
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines.every((line) => line.startsWith('  - '))).toBe(true);
});

test('readDeployment reports a missing apps file along with other problems, and does not treat it as an empty one', () => {
  const message = problemsOf({ LATCHKEY_CONFIG: join(folder, 'none.json'), LATCHKEY_PORT: 'eighty' });
  expect(message).toContain('none.json: the apps file cannot be read. Check LATCHKEY_CONFIG.');
  expect(message).toContain('LATCHKEY_PORT must be');
});

test('readDeployment returns the apps of a valid file with the configuration', () => {
  const app = { id: 'my-app-000000000000000001', name: 'Mine', disabled: true };
  writeFileSync(file, JSON.stringify({ apps: [app] }));
  const { apps, config } = readDeployment({ LATCHKEY_DATA_DIR: folder, LATCHKEY_CONFIG: file });
  expect(apps[0]).toEqual(app);
  expect(config.appsFile).toBe(file);
});

test('readDeployment refuses an apps file whose app lists the hosted pages of the deployment as a requester', () => {
  const app = {
    id: 'my-app-000000000000000001',
    name: 'Mine',
    cross_app_requesters: [{ origin: 'https://hosted.example.com', read_only: false }],
  };
  writeFileSync(file, JSON.stringify({ apps: [app] }));
  const env = { LATCHKEY_URL: 'https://auth.example.com', LATCHKEY_HOSTED_URL: 'https://hosted.example.com' };
  expect(problemsOf(env)).toContain('cross_app_requesters.0.origin is an address of this service');
});
