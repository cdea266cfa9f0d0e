import { describe, expect, it } from 'vitest';
import { signerOfMessage } from '../rig/signer.ts';
import { shareStage, walletsOnLogin } from './stage.ts';

const { act, openWithWallet } = shareStage({
  app: { embedded_wallet_config: walletsOnLogin, approval: 'frame' },
});

/** The wallet's own page in the modal. */
const page = () => act.page.frameLocator('iframe[title="Latchkey approval"]');
const button = (name: 'Sign' | 'Reject') => page().getByRole('button', { name, exact: true });

/** Asks for a signature; what comes of it is kept in the page as `settled`. */
const ask = (message: string) =>
  act.page.evaluate((asked) => {
    Object.assign(window, { settled: null });
    window.host.signMessage({ message: asked }).then(
      (signature) => Object.assign(window, { settled: signature }),
      (error) => Object.assign(window, { settled: error.code }),
    );
  }, message);
const settled = async () => {
  await act.page.waitForFunction(() => (window as unknown as { settled: unknown }).settled !== null);
  return act.page.evaluate(() => (window as unknown as { settled: string }).settled);
};

describe('[S14] strict approval in the modal', () => {
  it('[S14] [SIGN-07] shows the request on the wallet’s own page, and signs what was approved there', async () => {
    // The host's wish for no prompt counts for nothing here.
    await openWithWallet({ config: { embeddedWallets: { noPromptOnSignature: true } } });
    await ask('Ahoy, Tidewater');
    await act.screen('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN').waitFor();
    await page().getByText('Ahoy, Tidewater').waitFor();
    await page().getByText(new URL(act.page.url()).origin).waitFor();
    await button('Sign').click();
    const address = await act.page.evaluate(() => window.host.wallets[0]?.address);
    expect(signerOfMessage('Ahoy, Tidewater', await settled())).toBe(address);
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

    await ask('Ahoy again');
    await button('Reject').click();
    expect(await settled()).toBe('user_rejected_request');
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

    await ask('And again');
    await page().getByText('And again').waitFor();
    await act.page.locator('latchkey-modal dialog .bar button').last().click();
    expect(await settled()).toBe('user_rejected_request');
  });
});
