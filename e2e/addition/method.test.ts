import { createPrivateKey, sign } from 'node:crypto';
import { join } from 'node:path';
import { emailRoutes } from '@latchkey/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleProgram } from '../../scripts/build/bundleProgram.ts';
import { root } from '../../scripts/build/contentHash.ts';
import { fromCopy } from '../../scripts/docs/recipes/bundleFor.ts';
import { type Copy, copyPackages } from '../../scripts/docs/recipes/copy.ts';
import { follow, readRecipe } from '../../scripts/docs/recipes/follow.ts';
import { callAsHost } from '../harness/signIn.ts';
import { type Act, type ModalFixture, newEmail, startFixture } from '../modal/fixture.ts';

// Logs in with the method that docs/recipes/method.md adds.

const program = 'packages/server/dist/rig-with-method.js';
/** Private key with which the recipe's third party signs. */
const privateKey = createPrivateKey({
  key: {
    kty: 'OKP',
    crv: 'Ed25519',
    x: 'OEcC7b3bSt1R9Gmy6XkBl8jMyV-WNBqRC18l68luAD4',
    d: '_31OPlCVzNdjlkzbV6LFyren6MtUJRFDI7lk7LMYv-o',
  },
  format: 'jwk',
});

let copy: Copy;
let fixture: ModalFixture | undefined;
beforeAll(async () => {
  copy = await copyPackages();
  await follow(copy, readRecipe('method'));
}, 600_000);
afterAll(async () => {
  await fixture?.close();
  await copy.remove();
});

it('an added login method refuses a false proof, logs in, confirms a login, and can be unlinked and linked', async () => {
  // The bundle is beside the usual one, because the service finds its migrations from there.
  await bundleProgram('e2e/harness/service/program.ts', program, { plugins: [fromCopy(copy)] });
  const settings: object = { line_auth: true };
  fixture = await startFixture({ app: settings, plugins: [fromCopy(copy)], program: join(root, program) });
  const { harness } = fixture;
  const { service } = harness;
  // A body with the proofs of two methods is refused.
  const both = { email: newEmail(), code: '123456', line_proof: signFor('ada', service.now()) };
  expect((await callAsHost(harness, emailRoutes.authenticate.path, both)).status).toBe(400);
  const act = await fixture.open();
  const types = () =>
    act.page.evaluate(() => window.host.latchkey.user?.linkedAccounts.map(({ type }) => type));

  await act.openLanding();
  await act.page.getByRole('button', { name: 'Line', exact: true }).click();
  await show(act, 'mallory.0.00');
  await act.page.getByText("That didn't work. Check it and try again.").waitFor();
  const proof = signFor('ada', service.now());
  await show(act, proof);
  await told(act, 'complete line new');
  const again = await callAsHost(harness, '/api/v1/line/authenticate', { line_proof: proof });
  expect(await again.json()).toMatchObject({ code: 'invalid_credentials' });
  const accounts = await act.page.evaluate(() => window.host.latchkey.user?.linkedAccounts);
  expect(accounts).toMatchObject([{ type: 'line', lineUserId: 'ada' }]);

  // An old login is confirmed with the method before an email address is linked.
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

/** Returns the proof that a user gets from the third party. */
function signFor(userId: string, atMs: number): string {
  const claim = `${userId}.${atMs}`;
  return `${claim}.${sign(null, Buffer.from(claim), privateKey).toString('base64url')}`;
}

interface Latchkey {
  unlinkLine(handle: string): Promise<unknown>;
}
interface Accounts {
  linkLine(): void;
}

async function show({ page, screen }: Act, proof: string): Promise<void> {
  await screen('LINE_SCREEN').waitFor();
  await page.locator('.field input').fill(proof);
  await page.locator('.field-submit:enabled').click();
}

const told = (act: Act, line: string) => expect.poll(() => act.told()).toContain(line);
