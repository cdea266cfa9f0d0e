import { createTestService } from '@latchkey/testkit';
import type { AppInput } from '@latchkey/wire';
import { pino } from 'pino';
import { expect, test } from 'vitest';

/** Returns the warnings of a start with these apps. */
async function startWith(...apps: AppInput[]) {
  const lines: { app?: string; level: number; msg: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const service = await createTestService({ apps, log });
  await service.close();
  return lines.filter(({ app }) => app !== undefined);
}

test.each(['sensitive_max_age', 'new_device_max_age'])(
  'a start warns of an app whose %s is 0',
  async (name) => {
    const loose = { id: 'latchkey-test-app-loose01', name: 'Loose', email_auth: true, [name]: 0 };
    expect(await startWith(loose)).toEqual([
      expect.objectContaining({ app: loose.id, level: 40, msg: expect.stringContaining(`${name} is 0`) }),
    ]);
  },
);

test('a start warns in one line of the protection that an app gives up with published_clients', async () => {
  const published = { name: 'Published', email_auth: true, published_clients: true };
  const all = {
    ...published,
    id: 'latchkey-test-app-publ001',
    captcha_enabled: true,
    captcha_site_key: 't:0x4AAAAAAATEST',
  };
  const some = { ...published, id: 'latchkey-test-app-publ002', token_issuer: null };
  const none = {
    ...some,
    id: 'latchkey-test-app-publ003',
    legacy_custody_token: false,
    legacy_export_verification: false,
  };
  const [first, second, ...others] = await startWith(all, some, none);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ app: all.id, level: 40 });
  const prices = ['token_issuer', 'legacy_custody_token', 'legacy_export_verification', 'Cloudflare'];
  for (const price of ['published_clients is on', ...prices]) expect(first?.msg).toContain(price);
  expect(second).toMatchObject({ app: some.id, level: 40 });
  expect(second?.msg).toContain('legacy_custody_token');
  expect(second?.msg).not.toMatch(/token_issuer|Cloudflare/);
});
