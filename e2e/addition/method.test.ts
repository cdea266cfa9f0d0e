import { join } from 'node:path';
import { emailRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleProgram } from '../../scripts/build/bundleProgram.ts';
import { root } from '../../scripts/build/contentHash.ts';
import type { Copy } from '../../scripts/docs/recipes/copy.ts';
import { callAsHost } from '../harness/signIn.ts';
import { type Act, type ModalFixture, newEmail, startFixture } from '../modal/fixture.ts';
import {
  countChanged,
  fromCopy,
  insert,
  keepPromptHandlers,
  layOut,
  lines,
  printTexts,
  signFor,
  verify,
  words,
} from './methodCopy.ts';

// A whole login method is what `npm run new:method` writes, at most twelve lines in lists, the words, and what verifies.

const program = 'packages/server/dist/rig-with-method.js';

let copy: Copy;
let fixture: ModalFixture | undefined;
/** Files that the compiler finds wrong in the end. The lists as they were are kept beside the new ones. */
let red: string[] = [];
beforeAll(async () => {
  copy = await layOut();
  await keepPromptHandlers(copy);
  await insert(copy, [...lines, ...words]);
  await printTexts(copy);
  red = await copy.check();
  await verify(copy);
}, 600_000);
afterAll(async () => {
  await fixture?.close();
  await copy.remove();
});

it('is asked for by the compiler in each list alone, and changes at most twelve lines elsewhere', async () => {
  expect(red).toEqual([
    'apps/gallery/src/states/indexBefore.ts',
    'packages/core/src/methods/account-types/indexBefore.ts',
    'packages/react/src/flow/account-types/indexBefore.ts',
    'packages/react/src/screens/methods/indexBefore.ts',
    'packages/server/src/methods/indexBefore.ts',
  ]);
  expect(await countChanged(copy)).toBeLessThanOrEqual(12);
});

it('refuses what is not proved, and logs in, confirms, unlinks and links by it', async () => {
  // Beside the usual bundle, because the service finds its migrations from there.
  await bundleProgram('e2e/harness/service/program.ts', program, [fromCopy(copy)]);
  const settings: object = { line_auth: true };
  fixture = await startFixture({ app: settings, plugins: [fromCopy(copy)], program: join(root, program) });
  const { harness } = fixture;
  const { service } = harness;
  // No body takes the proofs of two methods, also of one that it never heard of.
  const both = { email: newEmail(), code: '123456', line_proof: signFor('ada', service.now()) };
  expect((await callAsHost(harness, emailRoutes.authenticate.path, both)).status).toBe(400);
  const act = await fixture.open();
  const types = () =>
    act.page.evaluate(() => window.host.latchkey.user?.linkedAccounts.map(({ type }) => type));

  await act.openLanding();
  await act.page.getByRole('button', { name: 'Line', exact: true }).click();
  await show(act, 'mallory.0.00');
  await act.page.getByText("That didn't work. Check it and try again.").waitFor();
  await show(act, signFor('ada', service.now()));
  await told(act, 'complete line new');
  const accounts = await act.page.evaluate(() => window.host.latchkey.user?.linkedAccounts);
  expect(accounts).toMatchObject([{ type: 'line', lineUserId: 'ada' }]);

  // An old login is confirmed by it before an address is linked, which then leaves it as one of two.
  await service.advance(601_000);
  await act.page.evaluate(() => window.host.accounts.linkEmail());
  const email = newEmail();
  await act.page.locator('input[type=email]').fill(email);
  await act.page.locator('.field-submit:enabled').click();
  await act.screen('CONFIRM_LOGIN_SCREEN').waitFor();
  await act.page.getByRole('button', { name: 'Continue with Line', exact: true }).click();
  await show(act, signFor('ada', service.now()));
  await act.screen('LINK_EMAIL_SCREEN').waitFor();
  expect(await act.page.locator('input[type=email]').inputValue()).toBe(email);
  await act.page.locator('.field-submit:enabled').click();
  await act.screen('AWAITING_ACCOUNT_CODE').waitFor();
  await act.page.locator('input[name=code]').fill(await harness.inbox.nextCode(email));
  await told(act, 'linked email email');

  await act.page.evaluate(() => (window.host.latchkey as unknown as Latchkey).unlinkLine('ada'));
  expect(await types()).toEqual(['email']);
  await act.page.evaluate(() => (window.host.accounts as unknown as Accounts).linkLine());
  await show(act, signFor('grace', service.now()));
  await told(act, 'linked line line');
  expect(await types()).toEqual(['email', 'line']);
  await act.close();
});

/** What hooks offer of the kind that was added. */
interface Latchkey {
  unlinkLine(handle: string): Promise<unknown>;
}
interface Accounts {
  linkLine(): void;
}

/** Types what proves who someone is. */
async function show({ page, screen }: Act, proof: string): Promise<void> {
  await screen('LINE_SCREEN').waitFor();
  await page.locator('.field input').fill(proof);
  await page.locator('.field-submit:enabled').click();
}

const told = (act: Act, line: string) => expect.poll(() => act.told()).toContain(line);
