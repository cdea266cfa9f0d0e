import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCredentials, removeToken, storeToken } from './credentials.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-credentials-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('after a logout, commands use the newest of the other logins', async () => {
  const [first, second, third] = ['https://a.example', 'https://b.example', 'https://c.example'];
  const current = async () => (await readCredentials(folder)).current;
  for (const url of [first, second, third, first]) await storeToken(folder, url, 'token');
  expect(await current()).toBe(first);
  await removeToken(folder, first);
  expect(await current()).toBe(third);
  await removeToken(folder, second);
  expect(await current()).toBe(third);
  await removeToken(folder, third);
  expect(await readCredentials(folder)).toEqual({ current: null, tokens: {} });
});
