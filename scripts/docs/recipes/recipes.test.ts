import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { expect, it, onTestFinished, vi } from 'vitest';
import { root } from '../../build/contentHash.ts';
import { checkImports } from '../../check-architecture/imports.ts';
import { readTree, treeOf } from '../../check-architecture/tree.ts';
import { checkArchitecture } from '../../checkArchitecture.ts';
import { bundleFor } from './bundleFor.ts';
import { copyPackages } from './copy.ts';
import { expectCost } from './cost.ts';
import { follow, readRecipe } from './follow.ts';
import { runTest } from './runTest.ts';

// Follows docs/recipes in a copy of the sources: checks which files fail to compile at each step, and that the result
// compiles.

// Type-checks whole packages from scratch. The limit catches a check that hangs.
vi.setConfig({ testTimeout: 240_000 });

async function copyFor(checked?: readonly string[]) {
  const copy = await copyPackages(checked);
  onTestFinished(() => copy.remove());
  return copy;
}

const filesWith = (outputs: Metafile['outputs'], source: string) =>
  Object.keys(outputs).filter((output) =>
    Object.keys(outputs[output]?.inputs ?? {}).some((input) => input.endsWith(source)),
  );

// The test in `e2e/addition` logs in with the method.
it('the recipe of a login method: with only its facts, six other lists fail to compile', async () => {
  const copy = await copyFor();
  await follow(copy, readRecipe('method').slice(0, 1));
  expect(await copy.check()).toEqual(
    expect.arrayContaining([
      'packages/core/src/methods/account-types/index.ts',
      'packages/react/src/flow/account-types/index.ts',
      'packages/react/src/screens/methods/index.ts',
      'packages/server/src/methods/index.ts',
      'packages/wire/src/account-types/accounts.ts',
      'packages/wire/src/methods/index.ts',
    ]),
  );
});

it('the recipe of a login method: the result compiles, keeps the architecture rules, and costs at most 15 files', async () => {
  const copy = await copyFor();
  await follow(copy, readRecipe('method'));
  expect(await copy.check()).toEqual([]);
  const { added, edited } = copy.changes();
  const texts = Object.fromEntries(readTree(root).files.map(({ path, ast }) => [path, ast.text]));
  for (const path of [...added.keys(), ...edited.keys()])
    texts[path] = readFileSync(join(copy.folder, path), 'utf8');
  const violations = [...checkArchitecture(treeOf(texts)), ...(await checkImports(copy.folder))];
  expect(violations.filter(({ path }) => added.has(path) || edited.has(path))).toEqual([]);
  expectCost('a login method', copy, { most: 15 });
});

it('the recipe of an account type: the list of account types compiles only once the new type has its record', async () => {
  const copy = await copyFor(['wire', 'core']);
  const facts = `// packages/wire/src/account-types/list.ts
 export const methodFacts = {
+  badge: { flag: 'badge_auth', type: 'badge' },
`;
  await follow(copy, [{ language: 'diff', text: facts }]);
  expect(await copy.check()).toContain('packages/wire/src/account-types/accounts.ts');
  await follow(copy, readRecipe('accountType'));
  // The client has the account's fields in camel case without further code.
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

it('the recipe of a route: the rate limits fail to compile until a listed feature has the route', async () => {
  const copy = await copyFor(['wire']);
  const blocks = readRecipe('route', 'A new capability');
  await follow(copy, blocks.slice(0, -1));
  expect(await copy.check()).toEqual(['packages/wire/src/rateLimits.ts']);
  await follow(copy, blocks.slice(-1));
  expect(await copy.check()).toEqual([]);
});

it('the recipe of a route: a route of an existing capability compiles, with its implementation and its call', async () => {
  const copy = await copyFor(['wire', 'server', 'core']);
  await follow(copy, readRecipe('route', 'A route of an existing capability'));
  expect(await copy.check()).toEqual([]);
  expectCost('a route of an existing capability', copy);
});

it('the recipe of a setting: one record on the service and its name in the client suffice', async () => {
  const copy = await copyFor(['wire', 'server', 'core']);
  await follow(copy, readRecipe('setting'));
  expect(await copy.check()).toEqual([]);
  const { module: wire } = await bundleFor<typeof import('@latchkey/wire')>(
    copy,
    join(copy.folder, 'packages/wire/src/index.ts'),
  );
  expect(wire.defaultAppSettings()).toMatchObject({ support_email: null });
  expectCost('a setting of an app', copy);
});

it('the recipe of a lazy operation: its code is in a file of its own, which loads when it is called', async () => {
  const copy = await copyFor(['core']);
  await follow(copy, readRecipe('lazyOperation'));
  await copy.write(
    'packages/core/src/use.ts',
    `import { countSessions, createClient } from './index.ts';

export const count: Promise<number> = countSessions(createClient({ appId: 'your-25-character-app-id1' }));
// @ts-expect-error It takes what the function takes.
await countSessions();
`,
  );
  expect(await copy.check()).toEqual([]);
  const { module: core, outputs } = await bundleFor<
    typeof import('@latchkey/core') & { countSessions(client: object): Promise<number> }
  >(copy, join(copy.folder, 'packages/core/src/index.ts'));
  expect(filesWith(outputs, 'account/countSessions.ts')).toEqual([expect.stringMatching(/countSessions/)]);
  const client = core.createClient({
    appId: 'latchkey-demo-app-0000001',
    apiUrl: 'https://auth.tidewater.example',
  });
  // The error shows that the operation loaded: it fails because there is no page here.
  await expect(core.countSessions(client)).rejects.toMatchObject({ code: 'no_api' });
});

it('the recipe of a screen: the sources fail to compile until the screen has its transition and its state in the gallery; its view is loaded lazily', async () => {
  const copy = await copyFor();
  const blocks = readRecipe('screen');
  await follow(copy, blocks.slice(0, -2));
  expect(await copy.check()).toEqual([
    'apps/gallery/src/states/index.ts',
    'packages/react/src/flow/transitions.ts',
  ]);
  await follow(copy, blocks.slice(-2));
  const screens = 'packages/react/src/screens/index.ts';
  expectCost('a screen', copy);
  await copy.write(
    'packages/react/src/use.ts',
    `import type { ExitsOf, PropsOf } from './screens/index.ts';

export const props: PropsOf<'GREETING_SCREEN'> = { name: 'Ada' };
// @ts-expect-error A screen is not opened without its data.
export const bare: PropsOf<'GREETING_SCREEN'> = {};
export const exit: keyof ExitsOf<'GREETING_SCREEN'> = 'finished';
// @ts-expect-error It leaves by the exits of its view alone.
export const other: keyof ExitsOf<'GREETING_SCREEN'> = 'elsewhere';
`,
  );
  expect(await copy.check()).toEqual([]);
  const { outputs } = await bundleFor(copy, join(copy.folder, screens));
  const [view = '', ...others] = filesWith(outputs, 'greeting/GreetingView.tsx');
  expect(view).toMatch(/GreetingView/);
  expect(others).toEqual([]);
  const [entry = ''] = filesWith(outputs, screens);
  expect(entry).toMatch(/entry\.mjs$/);
  const atOnce = outputs[entry]?.imports.filter(({ kind }) => kind === 'import-statement');
  expect(atOnce?.map(({ path }) => path)).not.toContain(view);
});

it('the recipe of a chain: with its record and its mark, every table contains the chain', async () => {
  const copy = await copyFor();
  const blocks = readRecipe('chain');
  expect(blocks).toHaveLength(2);
  await follow(copy, blocks.slice(0, 1));
  const red = await copy.check();
  const tables = [
    'packages/frame/src/readable/networkTable.ts',
    'packages/wire/src/chains/chainsOfMark.ts',
    'packages/wire/src/chains/fundingTables.ts',
  ];
  expect(red).toEqual([...tables, 'packages/react/src/display/networkMarks.ts'].sort());

  await follow(copy, blocks.slice(1));
  const { module: printer } = await bundleFor<typeof import('../chainTables.ts')>(
    copy,
    join(root, 'scripts/docs/chainTables.ts'),
  );
  for (const [path, print] of Object.entries(printer.printedFiles))
    await copy.write(path, printer.printedFrom + print());
  expect(await copy.check()).toEqual([]);
  expectCost('an EVM chain', copy, { printed: Object.keys(printer.printedFiles) });
  expect(printer.printFundingTable()).toContain('| Tidewater | TIDE |  | ✓ |');

  const inCopy = (path: string) => join(copy.folder, 'packages', path);
  const { module: frame } = await bundleFor<typeof import('@latchkey/frame/readable')>(
    copy,
    inCopy('frame/src/readable/index.ts'),
  );
  const wrapper = '0x4200000000000000000000000000000000000006';
  expect(frame.findNetwork(777_001)).toEqual({ name: 'Tidewater', symbol: 'TIDE', wrapper });
  const { module: wire } = await bundleFor<typeof import('@latchkey/wire')>(
    copy,
    inCopy('wire/src/index.ts'),
  );
  expect(wire.opStackChains).toContain(777_001);
  expect(wire.usdcAddresses[777_001]).toBe('0x1111111111111111111111111111111111111111');
  expect(wire.moonpayNative[777_001]).toBe('TIDE_TIDEWATER');
  const { module: coins } = await bundleFor<typeof import('../../../packages/server/src/prices/coins.ts')>(
    copy,
    inCopy('server/src/prices/coins.ts'),
  );
  expect(coins.findCoin(777_001, 'tide', { production: true })).toBe('tidewater');
  const { module: marks } = await bundleFor<
    typeof import('../../../packages/react/src/display/networkMarks.ts')
  >(copy, inCopy('react/src/display/networkMarks.ts'));
  expect(marks.findNetworkMark(777_001)?.ground).toBe('#0a6b6b');
  const { module: sold } = await bundleFor<
    typeof import('../../../packages/server/src/funding/findAsset.ts')
  >(copy, inCopy('server/src/funding/findAsset.ts'));
  expect(sold.findAsset('eip155:777001', 'TIDE')).toMatchObject({ decimals: 18, token: null });
});

it('the recipe of a second factor: with only its name, each list of factors fails to compile; the finished factor costs at most 14 files and passes its own test', async () => {
  const copy = await copyFor();
  const blocks = readRecipe('secondFactor');
  await follow(copy, blocks.slice(0, 1));
  const lists = [
    'apps/gallery/src/states/factors.ts',
    'packages/core/src/mfa/factors/list.ts',
    'packages/frame/src/mfa/factors/list.ts',
    'packages/react/src/screens/mfa/factors/list.ts',
    'packages/server/src/mfa/factors/list.ts',
  ];
  // Further files fail too, such as those that lack texts.
  expect(await copy.check()).toEqual(expect.arrayContaining(lists));
  await follow(copy, blocks.slice(1));
  expect(await copy.check()).toEqual([]);
  expect(await runTest(copy, 'packages/core/src/mfa/hotp.test.ts')).toBeNull();
  expectCost('a second factor', copy, { most: 14 });
});

it('the recipe of an on-ramp: with only its record, four lists fail to compile; the finished on-ramp costs at most 12 files and passes its own test', async () => {
  const copy = await copyFor();
  const blocks = readRecipe('onRamp');
  await follow(copy, blocks.slice(0, 2));
  expect(await copy.check()).toEqual([
    'packages/core/src/funding/onRamp/onRamps.ts',
    'packages/react/src/flow/fundingTransitions.ts',
    'packages/react/src/screens/funding/onRamps.tsx',
    'packages/server/src/funding/onRamps.ts',
  ]);
  await follow(copy, blocks.slice(2));
  expect(await copy.check()).toEqual([]);
  expectCost('an on-ramp', copy, { most: 12 });
  expect(await runTest(copy, 'packages/server/src/funding/tidepay/tidepay.test.ts')).toBeNull();
});
