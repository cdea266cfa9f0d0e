import { Address, Secp256k1 } from 'ox';
import { expect, it } from 'vitest';
import { findBarriers, pressTwice } from '../harness/index.ts';
import { newEmail, shareFixture, walletsOnLogin } from './fixture.ts';

const { fixture, act, open } = shareFixture({
  app: { embedded_wallet_config: walletsOnLogin, guest_auth: true },
});

const keep = () => act.screen('GUEST_WALLET_SCREEN');
const exporting = () => act.screen('EMBEDDED_WALLET_KEY_EXPORT_SCREEN');
const button = (name: string) => act.page.getByRole('button', { name, exact: true });
const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });
const who = () =>
  act.page.evaluate(() => {
    const { user } = window.host.latchkey;
    return user && { id: user.id, isGuest: user.isGuest, wallet: user.wallet?.address };
  });

/** Creates a user of the app in another browser. Returns the email address. */
async function register(): Promise<string> {
  const email = newEmail();
  await open();
  await act.logIn(email);
  await act.leaveWithWallet();
  await act.close();
  return email;
}

/** Tries to log in with another user's email address, in the modal. */
async function logInAs(email: string): Promise<void> {
  await act.openLanding();
  await act.sendCode(email);
  await act.page.keyboard.type(await fixture.harness.inbox.nextCode(email));
}

it('[GUEST-03] a guest with a wallet who logs in as another user is offered the export, and can stay the guest with the wallet', async () => {
  const email = await register();
  await open();
  await act.page.locator('#state').filter({ hasText: 'ready, logged out' }).waitFor();
  await act.page.evaluate(() => window.host.guests.createGuestAccount());
  await act.page.locator('#state').filter({ hasText: 'logged in, modal closed' }).waitFor();
  const guest = await who();
  expect(guest).toMatchObject({ isGuest: true, wallet: expect.stringMatching(/^0x/) });
  // The service limits how often it sends codes to an address.
  await fixture.harness.service.advance(31_000);

  await logInAs(email);
  await keep().waitFor();
  expect(await keep().locator('h2').textContent()).toBe('Keep your wallet first');
  expect(await keep().locator('.heading p').textContent()).toBe(
    'This account belongs to another user. Your wallet stays with your guest account, so export its key before you switch.',
  );
  expect(await keep().locator('.page-end .button').allTextContents()).toEqual([
    'Export wallet',
    'Stay as guest',
  ]);
  expect(await findBarriers(act.page, 'latchkey-modal')).toEqual([]);

  // The export page shows the wallet's key. After it, the offer shows again.
  await button('Export wallet').click();
  await exporting().getByRole('button', { name: 'I understand, continue' }).click();
  const element = exporting().locator('.export[data-shown] iframe');
  await element.waitFor();
  const frame = await (await element.elementHandle())?.contentFrame();
  if (!frame) throw new Error('there is no export page');
  await pressTwice(frame, 'Show private key');
  await frame.locator('output').waitFor();
  const key = (await frame.locator('output').textContent()) as `0x${string}`;
  const address = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: key }), { checksum: true });
  expect(address).toBe(guest?.wallet);
  await exporting().getByRole('button', { name: 'Done' }).click();
  await button('Stay as guest').click();
  await gone();
  await expect.poll(() => act.told()).toEqual(['error linked_to_another_user']);
  expect(await who()).toEqual(guest);

  // A user who leaves in another way, also from the export, gets the same error and is still the guest, even after a
  // reload.
  await fixture.harness.service.advance(31_000);
  await logInAs(email);
  await button('Export wallet').click();
  await exporting().waitFor();
  await act.page.locator('latchkey-modal .bar').getByRole('button', { name: 'Back' }).click();
  await keep().waitFor();
  await act.page.keyboard.press('Escape');
  await gone();
  await expect
    .poll(() => act.told())
    .toEqual(['error linked_to_another_user', 'error linked_to_another_user']);
  await act.page.reload();
  await act.page.locator('#state').filter({ hasText: 'ready, logged in' }).waitFor();
  expect(await who()).toEqual(guest);
});
