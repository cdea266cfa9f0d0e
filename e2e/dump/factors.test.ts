// @module-tag story

import { createTestService, enterCustody, type TestService, testKeks } from '@latchkey/testkit';
import { mfaRoutes } from '@latchkey/wire';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSeeds, findText } from '../attacks/findSeeds.ts';
import { openEverything } from '../attacks/openDump.ts';
import { readStores } from './readStores.ts';

// Two users enrol an authenticator app and backup codes. An attacker then steals everything that the service stores.
// No browser takes part.

const app = {
  id: 'latchkey-test-app-0000001',
  name: 'Tidewater',
  email_auth: true,
  mfa_methods: ['totp' as const],
  allowed_origins: ['http://localhost:3000'],
};

let service: TestService;
beforeAll(async () => {
  service = await createTestService({ apps: [app] });
});
afterAll(() => service.close());

async function enrol(email: string) {
  const { client } = await enterCustody(service, email);
  const { json: started } = await client.call(mfaRoutes.startTotp, {});
  const totp = new TOTP({ secret: Secret.fromBase32(started.totpSecret) });
  const codeAt = (timestamp: number) => totp.generate({ timestamp });
  const enrolled = await client.call(mfaRoutes.enrolTotp, { code: codeAt(service.clock.now()) });
  expect(enrolled.status).toBe(200);
  const { json } = await client.call(mfaRoutes.makeBackupCodes, {});
  return { codeAt, backupCodes: json.codes, secret: started.totpSecret };
}

test('[S31] a stolen store has no authenticator secret in the clear without its KEK, and no backup code in the clear or as a plain hash even with the KEK', async () => {
  const people = [await enrol('ada@example.com'), await enrol('bea@example.com')];
  const stores = await readStores(service.database);
  const loot = [...stores.main.loot, ...stores.recovery.loot];
  const opened = openEverything(loot, [{ from: 'parts KEK', bytes: testKeks.parts }]);
  const nowMs = service.clock.now();
  for (const { backupCodes, codeAt, secret } of people) {
    const codes = [codeAt(nowMs), codeAt(nowMs + 30_000)] as const;
    expect(findSeeds(loot, { nowMs, codes })).toEqual([]);
    expect(findSeeds(opened, { nowMs, codes }).join()).toContain('mfa_factors');
    for (const code of backupCodes) expect(findText(opened, code)).toEqual([]);
    for (const text of [secret, ...backupCodes, ...backupCodes.map((code) => code.replaceAll('-', ''))])
      expect(stores.main.text).not.toContain(text);
  }
  expect(findText([{ from: 'a hash', bytes: Buffer.from('A-B') }], 'A-B')).toEqual(['a hash']);
});
