import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { root } from '../../build/contentHash.ts';
import { methodFiles, outsideLines, textLines } from '../../new-method/methodFiles.ts';
import { blocksOf } from '../markdown.ts';
import { bundleFor } from './bundleFor.ts';
import { type Copy, copyPackages } from './copy.ts';
import { expectCost } from './cost.ts';
import { addRoute, listRoute } from './line.ts';

// Follows docs/recipes in a copy of the sources: what is red where the recipe says so, and what compiles in the end.

// Whole packages are type-checked, with nothing kept of it: the limit is only for what hangs.
vi.setConfig({ testTimeout: 240_000 });

/** A copy that goes with the test. Checking the packages in question alone takes a fraction of what all of them take. */
async function copyFor(checked?: readonly string[]) {
  const copy = await copyPackages(checked);
  onTestFinished(() => copy.remove());
  return copy;
}

// `e2e/addition` follows it to the end, with one of a single word.
it('the recipe of a login method compiles with modules and lines, also of one with several words', async () => {
  const copy = await copyFor();
  for (const [path, text] of Object.entries(methodFiles('one-tap'))) await copy.write(path, text);
  for (const { path, after, line } of [...outsideLines('one-tap'), ...textLines('one-tap')])
    await copy.insert(path, after, `${line}\n`);
  expect(await copy.check()).toEqual([]);
  expectCost('a login method', copy);
});

it('the recipe of an account type: one that a method proves is red in the list of types, until its record is there', async () => {
  const copy = await copyFor(['wire', 'core']);
  await copy.insert(
    'packages/wire/src/methodFacts.ts',
    'export const methodFacts = {\n',
    "  badge: { flag: 'badge_auth', type: 'badge' },\n",
  );
  expect(await copy.check()).toContain('packages/wire/src/account-types/accounts.ts');
  const page = 'docs/recipes/accountType.md';
  for (const { text } of blocksOf({ path: page, text: readFileSync(join(root, page), 'utf8') })) {
    const [, path = '', code = ''] = /^\/\/ (\S+)\n([\s\S]*)$/.exec(text) ?? [];
    await (existsSync(join(root, path)) ? copy.insert(path, null, code) : copy.write(path, code));
  }
  // The client has its account in its own spelling, without another line.
  await copy.write(
    'packages/core/src/badge.ts',
    `import type { LinkedAccount } from '@latchkey/wire';

export const numberOf = (account: Extract<LinkedAccount, { type: 'badge' }>): string => account.badgeNumber;
`,
  );
  const red = await copy.check();
  expect(red).not.toContain('packages/wire/src/account-types/accounts.ts');
  expect(red).not.toContain('packages/core/src/badge.ts');
});

it('the recipe of a route: its name is none, and its limit red, until a feature that is listed has it', async () => {
  const copy = await copyFor(['wire']);
  await addRoute(copy);
  expect(await copy.check()).toEqual(['packages/wire/src/rateLimits.ts']);
  await listRoute(copy);
  expect(await copy.check()).toEqual([]);
});

/** Follows the blocks of a recipe: each names its file in its first line, and `heads` the words that its lines come after. */
async function followBlocks(
  copy: Copy,
  page: string,
  heads: Readonly<Record<string, string>>,
): Promise<void> {
  for (const { text } of blocksOf({ path: page, text: readFileSync(join(root, page), 'utf8') })) {
    const [, path = '', code = ''] = /^\/\/ (\S+)\n([\s\S]*)$/.exec(text) ?? [];
    if (path === '') continue;
    await (path in heads ? copy.insert(path, heads[path] ?? null, `${code}\n`) : copy.write(path, code));
  }
}

it('the recipe of a route: one of an existing capability is in its file, and is implemented and called', async () => {
  const copy = await copyFor(['wire', 'server', 'core']);
  const wire = 'packages/wire/src/prices.ts';
  await copy.insert(
    wire,
    'export const priceRoutes = {\n',
    `  listCoins: /* @__PURE__ */ route<undefined, { coins: string[] }>({
    name: 'prices.listCoins',
    method: 'GET',
    path: '/api/v1/coins',
    auth: 'optional',
    retry: 'safe',
    codes: [],
    summary: 'The coins that have a price.',
  }),
`,
  );
  await copy.insert(
    wire,
    "feature('prices', priceRoutes, {\n",
    '    listCoins: { body: null, reply: v.object({ coins: v.array(v.string()) }) },\n',
  );
  await copy.insert(
    'packages/server/src/prices/createPrices.ts',
    '    routes: [\n',
    "      implement(priceRoutes.listCoins, async () => ({ coins: ['ethereum'] })),\n",
  );
  await copy.insert(
    'packages/core/src/prices/findPrice.ts',
    null,
    `
export const listCoins = (page: PageContext) => page.call()(priceRoutes.listCoins);
`,
  );
  expect(await copy.check()).toEqual([]);
  expectCost('a route of an existing capability', copy);
});

it('the recipe of a setting: one record, of which everything on the service is made, and its name in the client', async () => {
  const copy = await copyFor(['wire', 'server', 'core']);
  await followBlocks(copy, 'docs/recipes/setting.md', {
    'packages/wire/src/app-config/served.ts': 'export const servedSettings = () => ({\n',
    'packages/core/src/config/appSettings.ts': 'export interface AppSettings extends ChainSettings {\n',
    'packages/core/src/config/settings.ts': '      mostLinked: app.max_linked_wallets_per_user,\n    },\n',
  });
  expect(await copy.check()).toEqual([]);
  const wire = await bundleFor<typeof import('@latchkey/wire')>(
    copy,
    join(copy.folder, 'packages/wire/src/index.ts'),
  );
  expect(wire.defaultAppSettings()).toMatchObject({ support_email: null });
  expectCost('a setting of an app', copy);
});

it('the recipe of a screen: its view, its row, its transition, its texts and its state in the gallery', async () => {
  const copy = await copyFor();
  await followBlocks(copy, 'docs/recipes/screen.md', {
    'packages/react/src/screens/index.ts': 'export const screens = {\n',
  });
  await copy.insert(
    'messages/en.json',
    '  "modal": {\n',
    '    "greeting": { "title": "Hello, {name}", "done": "Continue" },\n',
  );
  await copy.write(
    'packages/react/src/texts/generated/en/greeting.ts',
    "export const greetingTexts = { title: (by: { name: string }) => by.name, done: 'Continue' };\n",
  );
  await copy.insert(
    'packages/react/src/flow/transitions.ts',
    '  ALLOWLIST_REJECTION_SCREEN: { back: toLanding },\n',
    "  GREETING_SCREEN: { finished: () => ({ close: 'finished' }) },\n",
  );
  await copy.insert(
    'apps/gallery/src/states/index.ts',
    '  FUNDING_TRANSFER_FROM_WALLET: fromWallet,\n',
    "  GREETING_SCREEN: { usual: { props: { name: 'Ada' } } },\n",
  );
  expect(await copy.check()).toEqual([]);
  expectCost('a screen', copy);
});

it('the recipe of a chain: a record and a mark are all, of which every table is made', async () => {
  const copy = await copyFor();
  const page = 'docs/recipes/chain.md';
  const [record, mark, ...others] = blocksOf({
    path: page,
    text: readFileSync(join(root, page), 'utf8'),
  }).map(({ text }) => /^\/\/ (\S+)\n([\s\S]*)$/.exec(text)?.slice(1) ?? []);
  expect(others).toEqual([]);
  const [recordPath = '', recordText = ''] = record ?? [];
  await copy.insert(recordPath, 'export const mainnets = {\n', `${recordText}\n`);
  const red = await copy.check();
  const tables = [
    'packages/frame/src/readable/networkTable.ts',
    'packages/wire/src/chains/chainsOfMark.ts',
    'packages/wire/src/chains/fundingTables.ts',
  ];
  expect(red).toEqual([...tables, 'packages/react/src/display/networkMarks.ts'].sort());

  const [markPath = '', markText = ''] = mark ?? [];
  await copy.insert(markPath, 'const networkMarks = {\n', `${markText}\n`);
  const printer = await bundleFor<typeof import('../chainTables.ts')>(
    copy,
    join(root, 'scripts/docs/chainTables.ts'),
  );
  for (const [path, print] of Object.entries(printer.printedFiles))
    await copy.write(path, printer.printedFrom + print());
  expect(await copy.check()).toEqual([]);
  expectCost('an EVM chain', copy, Object.keys(printer.printedFiles));
  expect(printer.printFundingTable()).toContain('| Tidewater | TIDE |  | ✓ |');

  const inCopy = (path: string) => join(copy.folder, 'packages', path);
  const frame = await bundleFor<typeof import('@latchkey/frame/readable')>(
    copy,
    inCopy('frame/src/readable/index.ts'),
  );
  const wrapper = '0x4200000000000000000000000000000000000006';
  expect(frame.findNetwork(777_001)).toEqual({ name: 'Tidewater', symbol: 'TIDE', wrapper });
  const wire = await bundleFor<typeof import('@latchkey/wire')>(copy, inCopy('wire/src/index.ts'));
  expect(wire.opStackChains).toContain(777_001);
  expect(wire.usdcAddresses[777_001]).toBe('0x1111111111111111111111111111111111111111');
  expect(wire.moonpayNative[777_001]).toBe('TIDE_TIDEWATER');
  const coins = await bundleFor<typeof import('../../../packages/server/src/prices/coins.ts')>(
    copy,
    inCopy('server/src/prices/coins.ts'),
  );
  expect(coins.findCoin(777_001, 'tide', { production: true })).toBe('tidewater');
  const marks = await bundleFor<typeof import('../../../packages/react/src/display/networkMarks.ts')>(
    copy,
    inCopy('react/src/display/networkMarks.ts'),
  );
  expect(marks.findNetworkMark(777_001)?.ground).toBe('#0a6b6b');
  const sold = await bundleFor<typeof import('../../../packages/server/src/funding/findAsset.ts')>(
    copy,
    inCopy('server/src/funding/findAsset.ts'),
  );
  expect(sold.findAsset('eip155:777001', 'TIDE')).toMatchObject({ decimals: 18, token: null });
});

it('the recipe of a second factor: with its name alone, the compiler asks for every record and list', async () => {
  const copy = await copyFor();
  await copy.insert(
    'packages/wire/src/user.ts',
    "export const mfaMethods = ['sms', 'totp', 'passkey'",
    ", 'hotp'",
  );
  const lists = [
    'packages/core/src/mfa/factors/list.ts',
    'packages/frame/src/mfa/factors/list.ts',
    'packages/frame/src/payloads.ts',
    'packages/react/src/flow/mfaTransitions.ts',
    'packages/react/src/screens/mfa/factors/list.ts',
    'packages/server/src/mfa/factors/list.ts',
  ];
  // The rest lacks its texts, or a record that says how it is verified.
  expect(await copy.check()).toEqual(expect.arrayContaining(lists));
});

it('the recipe of an on-ramp: with its record alone, the compiler is red in each list that the page names', async () => {
  const copy = await copyFor();
  const page = 'docs/recipes/onRamp.md';
  const text = readFileSync(join(root, page), 'utf8');
  const [record, line] = blocksOf({ path: page, text }).map(
    (block) => /^\/\/ (\S+)\n([\s\S]*)$/.exec(block.text)?.slice(1) ?? [],
  );
  const [recordPath = '', recordText = ''] = record ?? [];
  await copy.write(recordPath, recordText);
  const [listPath = '', lineText = ''] = line ?? [];
  await copy.insert(listPath, 'export const onRamps = {\n', lineText);
  await copy.insert(
    listPath,
    "import type { OnRampRecord, OnRampSchemas } from './record.ts';\n",
    "import { tidepayRecord } from './tidepay.ts';\n",
  );
  const lines = text.slice(text.indexOf('**Lines.**'), text.indexOf('**Screens.**'));
  const named = [...lines.matchAll(/`(packages\/[\w/.-]+)`/g)].map(([, path = '']) => path);
  expect(await copy.check()).toEqual(named.sort());
});
