// @module-tag story

import { testKeks } from '@latchkey/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOpenings, type Loot, type Opening, openEverything } from '../attacks/openDump.ts';
import { toSecrets, type WalletSecrets } from '../attacks/walletSecrets.ts';
import { type FrameFixture, type FrameHostPage, type Person, startFrameFixture } from '../frame/fixture.ts';
import { launchBrowser, type Profile } from '../harness/index.ts';
import { type BrowserDump, dumpBrowser, openDeviceParts } from './browserDump.ts';
import { readStores, type StolenStore } from './readStores.ts';
import { readStolen } from './stolen.ts';

// Two users create wallets; one of them uses two browsers. An attacker then steals what a row of the table in
// docs/custody.md lists, decrypts with every key, and combines every two parts.

let fixture: FrameFixture;
let profiles: Profile[];
let stores: Record<'main' | 'recovery', StolenStore>;
let browser: BrowserDump;
let devicePart: Loot;
let secondPart: Loot;
let othersPart: Loot;
let victim: string;
let addresses: Set<string>;
let partsKek: Loot;
let recoveryKek: Loot;
let openings: Opening[];

beforeAll(async () => {
  [fixture, ...profiles] = await Promise.all([startFrameFixture(), launchBrowser(), launchBrowser()]);
  const [here, elsewhere] = await Promise.all(profiles.map((profile) => fixture.open(profile)));
  if (!here || !elsewhere) throw new Error('no browser');
  const [person, other] = [await fixture.logIn(), await fixture.logIn()];
  victim = await createWallet(here, person);
  browser = await frameOf(here.page).evaluate(dumpBrowser);
  // Uses a second login, because the first is bound to the browser that created the wallet.
  await recoverWallet(elsewhere, await fixture.logIn(person.email), victim);
  const others = await createWallet(here, other);
  addresses = new Set([victim, others]);
  const [parts, second] = await Promise.all([partsOf(here), partsOf(elsewhere)]);
  devicePart = { from: 'the part of the browser', bytes: fromBase64(parts[victim] ?? '') };
  secondPart = { from: 'the part of the second browser', bytes: fromBase64(second[victim] ?? '') };
  othersPart = { from: "another person's part", bytes: fromBase64(parts[others] ?? '') };
  const { database } = fixture.service;
  stores = await readStores(database);
  partsKek = { from: 'parts KEK', bytes: testKeks.parts };
  recoveryKek = { from: 'recovery KEK', bytes: testKeks.recovery };
  openings = await findOpenings(openEverything(everythingStored(), [partsKek, recoveryKek]), addresses);
});
afterAll(async () => {
  await Promise.all((profiles ?? []).map((profile) => profile.close()));
  await fixture?.close();
});

async function createWallet(host: FrameHostPage, { accessToken }: Person): Promise<string> {
  const { data, error } = await host.request('privy:wallet:create', { accessToken });
  expect(error).toBeUndefined();
  return data?.address as string;
}

async function recoverWallet(host: FrameHostPage, { accessToken }: Person, address: string): Promise<void> {
  const answer = await host.request('privy:wallet:recover', { accessToken, address });
  expect(answer.data).toEqual({ address });
}

const partsOf = ({ page }: FrameHostPage) => frameOf(page).evaluate(openDeviceParts, fixture.service.app.id);

const frameOf = (page: Page) => {
  const frame = page.frames()[1];
  if (!frame) throw new Error('the page has no frame');
  return frame;
};
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
const browserLoot = (): Loot[] => browser.bytes.map((text) => ({ from: 'browser', bytes: fromBase64(text) }));
const everythingStored = () => [...stores.main.loot, ...stores.recovery.loot, ...browserLoot()];

test('the dump holds two wallets with three devices and two recovery sets', () => {
  const count = (place: RegExp) =>
    new Set(
      everythingStored()
        .map(({ from }) => from)
        .filter((from) => place.test(from)),
    ).size;
  expect(stores.main.tables.length).toBeGreaterThan(10);
  expect(stores.recovery.tables).toEqual(['recovery_data_keys', 'recovery_sets']);
  expect(count(/^devices\[\d\]\.auth_part$/)).toBe(3);
  expect(count(/^recoveries\[\d\]\.auth_part$/)).toBe(2);
  expect(count(/^recovery_sets\[\d\]\.ciphertext$/)).toBe(2);
  expect(browser.bytes).toHaveLength(1);
});

/** Rows of the table in docs/custody.md: the values that the attacker stole, and the keys. */
const stolen: Record<string, () => readonly [stored: readonly Loot[], keks: readonly Loot[]]> = {
  'the main store, both KEKs': () => [stores.main.loot, [partsKek, recoveryKek]],
  'the recovery store, both KEKs': () => [stores.recovery.loot, [partsKek, recoveryKek]],
  'both stores, the KEK of the main store': () => [everythingStored(), [partsKek]],
  'both stores, the KEK of the recovery store': () => [everythingStored(), [recoveryKek]],
  'both stores, both KEKs': () => [everythingStored(), [partsKek, recoveryKek]],
  'the main store, its KEK, the part in a browser of the owner': () => [
    [...stores.main.loot, devicePart],
    [partsKek],
  ],
  'the main store, its KEK, what a script reads of the owner’s browser': () => [
    [...stores.main.loot, ...browserLoot()],
    [partsKek],
  ],
  'the main store, its KEK, the part of another person': () => [
    [...stores.main.loot, othersPart],
    [partsKek],
  ],
  'the recovery store, its KEK, the part in a browser of the owner': () => [
    [...stores.recovery.loot, devicePart],
    [recoveryKek],
  ],
  'the recovery store, its KEK, the part of another person': () => [
    [...stores.recovery.loot, othersPart],
    [recoveryKek],
  ],
  'the parts in two browsers of the owner': () => [[devicePart, secondPart], []],
};

test('docs/custody.md lists the same thefts as this test', () => {
  expect(readStolen().map(({ what }) => what)).toEqual(Object.keys(stolen));
});

test.each(readStolen())(
  '[S8] if an attacker steals $what, the wallet is as docs/custody.md says: $verdict',
  async ({ what, verdict }) => {
    const [stored, keks] = stolen[what]?.() ?? expect.fail(`there is no theft called ${what}`);
    const isEverything = keks.length === 2 && stored.length === everythingStored().length;
    const found = isEverything
      ? openings.filter(({ address }) => address === victim)
      : await findOpenings(openEverything(stored, keks), new Set([victim]));
    expect(found.length > 0 ? 'opens' : 'safe').toBe(verdict);
  },
);

test('[S8] both stores, both KEKs and the browser’s storage open wallets by automatic recovery only', async () => {
  expect(openings.map((opening) => opening.address).sort()).toEqual([...addresses].sort());
  for (const opening of openings)
    expect(opening.with).toEqual([
      expect.stringMatching(/^recoveries\[\d\]\.auth_part < data_keys\[\d\]\.wrapped < parts KEK$/),
      expect.stringMatching(
        /^recovery_sets\[\d\]\.ciphertext < .* < recovery_sets\[\d\]\.recovery_key < .*recovery KEK$/,
      ),
    ]);
});

test('[S8, S53] the part that a browser stores opens no wallet without its key, which is not extractable', async () => {
  expect(browser.keys.map(({ algorithm }) => algorithm).sort()).toEqual(['AES-GCM', 'ECDSA']);
  for (const { extractable, outcomes } of browser.keys) {
    expect(extractable).toBe(false);
    expect(outcomes).not.toContain('given');
  }
  const loot = openEverything([...stores.main.loot, ...browserLoot()], [partsKek, recoveryKek]);
  expect(await findOpenings(loot, addresses)).toEqual([]);
  // Control: with the decrypted device part, the same search finds the pair.
  const [opening, ...others] = await findOpenings([...loot, devicePart], addresses);
  expect(others).toEqual([]);
  expect(opening?.address).toBe(victim);
  expect(opening?.with).toEqual([
    expect.stringMatching(/^devices\[\d\]\.auth_part < data_keys/),
    devicePart.from,
  ]);
});

test('[S8, S53] no stored or decrypted value contains an entropy, phrase, seed or private key, as bytes, hex or base64', async () => {
  expect(openings.length).toBeGreaterThan(0);
  const opened = openEverything(everythingStored(), [partsKek, recoveryKek]);
  const texts = [stores.main.text, stores.recovery.text, browser.text].map((text) => text.toLowerCase());
  for (const { entropy } of openings) {
    const secrets = await toSecrets(entropy);
    expect(addresses).toContain(secrets.address);
    for (const needle of bytesOf(secrets)) {
      expect(opened.filter(({ bytes }) => Buffer.from(bytes).includes(needle))).toEqual([]);
      for (const form of writtenForms(needle)) {
        expect(texts.some((text) => text.includes(form))).toBe(false);
      }
    }
  }
});

function bytesOf({ entropy, mnemonic, seed, rootKey, privateKey }: WalletSecrets): Buffer[] {
  return [entropy, Buffer.from(mnemonic), seed, rootKey, privateKey].map((bytes) => Buffer.from(bytes));
}

/**
 * Returns hex, Latin-1 and base64 forms of bytes, in lower case. Base64 ends at the last whole group, because the
 * rest depends on what follows.
 */
function writtenForms(bytes: Buffer): string[] {
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
  const forms = [
    bytes.toString('hex'),
    bytes.toString('latin1'),
    whole.toString('base64'),
    whole.toString('base64url'),
  ];
  return forms.map((form) => form.toLowerCase());
}
