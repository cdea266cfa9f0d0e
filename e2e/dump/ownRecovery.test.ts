import { createHash, randomBytes } from 'node:crypto';
import { answerGoogle, type Sandbox, startSandbox } from '@latchkey/sandbox';
import { cloudsOf, createTestService, logIn, type TestService, testKeks } from '@latchkey/testkit';
import { type AppInput, cloudRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  type Browser,
  openBrowser,
  type Surroundings,
  stubNetwork,
} from '../../packages/frame/src/frameBrowser.testkit.ts';
import { type LockedSet, type StretchSettings, toPasskeyKey, tryPassword } from '../attacks/guessPassword.ts';
import { findOpenings, type Loot, type Opening, openEverything } from '../attacks/openDump.ts';
import { readStores, type StolenStore } from './readStores.ts';

// Five wallets, made by the frame's own operations: two with automatic recovery, one of them imported; one with a
// password; two whose recovery secrets are in Google Drive and iCloud. A passkey also opens the one in Drive. An
// attacker then steals both stores and both KEKs.

const password = 'correct-horse-battery';
const importedKey = `0x${'6b'.repeat(32)}`;
/** Output of the owner's authenticator (WebAuthn PRF). */
const passkeySecret = new Uint8Array(randomBytes(32));
const app: AppInput = {
  id: 'latchkey-test-app-0000001',
  name: 'Test app',
  email_auth: true,
  allowed_origins: ['http://localhost:3000'],
  embedded_wallet_config: {
    create_on_login: 'off',
    user_owned_recovery_options: ['google-drive', 'icloud'],
    require_user_owned_recovery_on_create: false,
    require_user_password_on_create: false,
  },
};
type Cloud = 'drive' | 'iCloud';
const network = globalThis.fetch;
let sandbox: Sandbox;
let service: TestService;
let around: Surroundings;
let wallets: Record<'automatic' | 'imported' | 'password' | Cloud, string>;
let stores: Record<'main' | 'recovery', StolenStore>;
let inClouds: Record<Cloud, Loot>;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, hosts: ['127.0.0.1'] });
  service = await createTestService({ apps: [app], config: cloudsOf(sandbox) });
  const { url: origin } = service.config;
  const send: Surroundings['send'] = (url, init) =>
    url.startsWith(origin) ? service.fetch(new Request(url, init)) : network(url, init);
  around = { origin, appId: service.app.id, parentOrigin: 'http://localhost:3000', send };
  stubNetwork(around);
  wallets = {
    automatic: await create((await enter()).browser),
    imported: await importKey(),
    password: await createWithPassword(),
    drive: await createInDrive(),
    iCloud: await createInICloud(),
  };
  stores = await readStores(service.database);
  const [[file], [record]] = [
    [...sandbox.clouds.driveFiles.values()],
    [...sandbox.clouds.iCloudRecords.values()],
  ];
  const toLoot = (from: string, text: unknown) => ({
    from,
    bytes: new Uint8Array(Buffer.from(String(text), 'base64url')),
  });
  inClouds = {
    drive: toLoot('the file in Drive', file?.content),
    iCloud: toLoot('the record in iCloud', record?.fields.secret?.value),
  };
  for (const { bytes } of Object.values(inClouds)) expect(bytes).toHaveLength(32);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await service?.close();
  await sandbox?.close();
});

let people = 0;
async function enter(): Promise<{ browser: Browser; token: string }> {
  people += 1;
  const { privy_access_token: token } = await logIn(service, `person${people}@example.com`);
  if (!token) throw new Error('the login gave no session');
  return { browser: await openBrowser(around, token), token };
}

async function create(browser: Browser, fields: object = {}): Promise<string> {
  const { data, error } = await browser.request('privy:wallet:create', fields);
  expect(error).toBeUndefined();
  return String(data?.address);
}

async function importKey(): Promise<string> {
  const { data, error } = await (await enter()).browser.request('privy:wallet:import', {
    privateKey: importedKey,
  });
  expect(error).toBeUndefined();
  return String(data?.address);
}

async function createWithPassword(): Promise<string> {
  const { browser } = await enter();
  const address = await create(browser);
  const fields = { address, recoveryMethod: 'user-passcode', recoveryPassword: password };
  expect((await browser.request('privy:wallet:set-recovery', fields)).error).toBeUndefined();
  return address;
}

/** Goes through Google's consent as a host page and its user do, but over HTTP. */
async function createInDrive(): Promise<string> {
  const { browser, token: bearer } = await enter();
  const [verifier, state] = [randomBytes(36).toString('base64url'), randomBytes(36).toString('base64url')];
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const asked = { redirect_to: 'http://localhost:3000/', code_challenge: challenge, state_code: state };
  const { json } = await service.call(cloudRoutes.start, { bearer, body: asked });
  const callback = await service.fetch(new Request(await answerGoogle(json.url, {}, network)));
  const code = new URL(callback.headers.get('location') ?? '').searchParams.get('privy_oauth_code') ?? '';
  const finished = await service.call(cloudRoutes.finish, {
    bearer,
    body: {
      authorization_code: code,
      state_code: state,
      code_verifier: verifier,
      provider: 'google-drive',
    },
  });
  const recoveryAccessToken = finished.json.access_token;
  const address = await create(browser, { recoveryMethod: 'google-drive', recoveryAccessToken });
  await addPasskey(browser, address);
  return address;
}

/** Adds a passkey: the authenticator's secret reaches the vault as from the passkey page. */
async function addPasskey(browser: Browser, address: string): Promise<void> {
  const passkey = {
    credentialId: randomBytes(16).toString('base64url'),
    secret: Uint8Array.from(passkeySecret),
  };
  await browser.act(async (frame) => frame.passkey.keep(passkey));
  const named = { entropyId: address, entropyIdVerifier: 'ethereum-address-verifier' };
  expect((await browser.request('privy:wallets:add-passkey', named)).error).toBeUndefined();
}

/**
 * Signs in at Apple as a host page and its user do: CloudKit hands the host page a token, which the frame uses
 * unchanged.
 */
async function createInICloud(): Promise<string> {
  const { browser } = await enter();
  const form = { method: 'POST', body: new URLSearchParams({ account: 'ada@icloud.example' }) };
  const signedIn = await network(`${sandbox.url}/cloudkit/sign-in/token`, form);
  const { token: recoveryAccessToken } = (await signedIn.json()) as { token: string };
  return create(browser, { recoveryMethod: 'icloud', recoveryAccessToken });
}

type StoreName = 'main' | 'recovery';
const kekOf: Record<StoreName, Loot> = {
  main: { from: 'parts KEK', bytes: testKeks.parts },
  recovery: { from: 'recovery KEK', bytes: testKeks.recovery },
};

/** Opens the keys and parts of a store with its own KEK and other keys. (dump.test.ts does this for every table.) */
function openStore(name: StoreName, secrets: readonly Loot[]): Loot[] {
  const tables = /^(data_keys|recovery_data_keys|devices|recoveries|recovery_passkeys|recovery_sets)\[/;
  const stored = stores[name].loot.filter(({ from }) => tables.test(from));
  return openEverything(stored, [kekOf[name], ...secrets]);
}

/**
 * Returns the wallets that an attacker opens with stores, their KEKs and other keys, and the two values of one user
 * that open each.
 */
async function steal(names: readonly StoreName[], secrets: readonly Loot[]): Promise<Map<string, Opening>> {
  const loot = names.flatMap((name) => openStore(name, secrets));
  const users = [...new Set(loot.map(({ user }) => user))].filter(Boolean);
  expect(users).toHaveLength(5);
  const found = await Promise.all(
    users.map((owner) =>
      findOpenings(
        loot.filter(({ user }) => user === owner),
        new Set(Object.values(wallets)),
      ),
    ),
  );
  return new Map(found.flat().map((opening) => [opening.address, opening]));
}

/** Wallets with automatic recovery, which an attacker with both stores and both KEKs can open. */
const automatic = () => [wallets.automatic, wallets.imported];

/** Derives the key of the password wallet's set for a guessed password. */
async function guess(word: string): Promise<Loot> {
  const sets = stores.recovery.rowsOf('recovery_sets');
  const index = sets.findIndex(({ method }) => method === 'user-passcode');
  const opened = openStore('recovery', []).flatMap(({ from, bytes }) => {
    const text = Buffer.from(bytes).toString();
    return from.startsWith(`recovery_sets[${index}].parameters`) && text.includes('"kdf"') ? [text] : [];
  });
  const settings = JSON.parse(opened[0] ?? expect.fail('no settings')) as StretchSettings;
  return tryPassword(word, sets[index] as unknown as LockedSet, settings);
}

/** Derives the key of the passkey's set for an authenticator's output. */
const withPasskey = (secret: Uint8Array) =>
  toPasskeyKey(secret, stores.main.rowsOf('recovery_passkeys')[0] as unknown as LockedSet);

test('[S8] both stores and both KEKs open only wallets with automatic recovery, and three wrong passwords and a wrong passkey open no others', async () => {
  const words = await Promise.all(['password', 'correct horse battery', `${password}!`].map(guess));
  const opened = await steal(['main', 'recovery'], [...words, withPasskey(randomBytes(32))]);
  expect([...opened.keys()].sort()).toEqual(automatic().sort());
  const imported = opened.get(wallets.imported)?.entropy ?? new Uint8Array();
  expect(`0x${Buffer.from(imported).toString('hex')}`).toBe(importedKey);
});

test('[S8] with both stores and both KEKs, the password and the two cloud records each open their own wallet', async () => {
  const secrets = [await guess(password), ...Object.values(inClouds)];
  const opened = await steal(['main', 'recovery'], secrets);
  expect([...opened.keys()].sort()).toEqual(Object.values(wallets).sort());
  for (const [address, from] of [
    [wallets.password, `the word ${password}`],
    [wallets.drive, inClouds.drive.from],
    [wallets.iCloud, inClouds.iCloud.from],
  ] as const) {
    expect(opened.get(address)?.with).toEqual([
      expect.stringMatching(/^recoveries\[\d\]\.auth_part < data_keys/),
      expect.stringContaining(`< ${from}`),
    ]);
  }
});

test('[S8] with both stores and both KEKs, the secret of a passkey opens the wallet that it was added to', async () => {
  const opened = await steal(['main', 'recovery'], [withPasskey(passkeySecret)]);
  expect([...opened.keys()].sort()).toEqual([...automatic(), wallets.drive].sort());
  expect(opened.get(wallets.drive)?.with).toEqual([
    expect.stringMatching(/^recovery_passkeys\[0\]\.auth_part < data_keys/),
    expect.stringMatching(/^recovery_sets\[\d\]\.ciphertext < .*the passkey$/),
  ]);
});

test.each(['drive', 'iCloud'] as const)(
  '[S8] with both stores and both KEKs, the record in %s opens its own wallet, and no other with a recovery that the user chose',
  async (cloud) => {
    const opened = await steal(['main', 'recovery'], [inClouds[cloud]]);
    expect([...opened.keys()].sort()).toEqual([...automatic(), wallets[cloud]].sort());
  },
);

test('[S8] one store with its KEK opens no wallet, even with the password, the passkey and the cloud records', async () => {
  const secrets = [await guess(password), withPasskey(passkeySecret), ...Object.values(inClouds)];
  for (const name of ['main', 'recovery'] as const)
    expect([...(await steal([name], secrets)).keys()]).toEqual([]);
});
