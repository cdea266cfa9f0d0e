import { describe, expect, it } from 'vitest';
import { readToEnd } from '../frame/approvePage.ts';
import { waitInPage } from '../rig/index.ts';
import { signerOfMessage } from '../rig/signer.ts';
import { newEmail, shareStage, walletsOnLogin } from './stage.ts';

const { act, open, stage } = shareStage({
  app: { embedded_wallet_config: walletsOnLogin, approval: 'frame' },
});

/** The wallet's own page in the modal. */
const page = () => act.page.frameLocator('iframe[title="Latchkey approval"]');
const button = (name: 'Signieren' | 'Ablehnen') => page().getByRole('button', { name, exact: true });

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
  await waitInPage(act.page, () => (window as unknown as { settled: unknown }).settled !== null);
  return act.page.evaluate(() => (window as unknown as { settled: string }).settled);
};

describe('[S14] strict approval in the modal', () => {
  it('[S14] [SIGN-07] shows the request on the wallet’s own page, and signs what was approved there', async () => {
    // The host's wish for no prompt counts for nothing here; its language is the page's too.
    const config = { embeddedWallets: { noPromptOnSignature: true }, intl: { locale: 'de' } };
    await open({ config });
    const email = newEmail();
    await act.openLanding();
    await act.sendCode(email);
    await act.page.keyboard.type(await stage.rig.inbox.nextCode(email));
    await act.leaveWithWallet();

    await ask('Ahoy, Tidewater');
    await act.screen('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN').waitFor();
    await page().getByText('Ahoy, Tidewater').waitFor();
    await page().getByText(new URL(act.page.url()).origin).waitFor();
    await button('Signieren').click();
    const address = await act.page.evaluate(() => window.host.wallets[0]?.address);
    expect(signerOfMessage('Ahoy, Tidewater', await settled())).toBe(address);
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

    await ask('Ahoy again');
    await button('Ablehnen').click();
    await expect.poll(settled).toBe('user_rejected_request');
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

    await ask('And again');
    await page().getByText('And again').waitFor();
    await act.page.locator('latchkey-modal dialog .bar button').last().click();
    await expect.poll(settled).toBe('user_rejected_request');
  });

  it('[S14] has a transaction approved on the wallet’s own page, and sends it', async () => {
    const chain = { id: 31337, name: 'Devnet', rpcUrls: { default: { http: [stage.rig.chainUrl] } } };
    await open({ config: { chains: [chain], intl: { locale: 'de' } } });
    const email = newEmail();
    await act.openLanding();
    await act.sendCode(email);
    await act.page.keyboard.type(await stage.rig.inbox.nextCode(email));
    await act.leaveWithWallet();
    const address = (await act.page.evaluate(() => window.host.wallets[0]?.address)) ?? '';
    await stage.rig.chain.fund(address, 10n ** 18n);
    const friend = '0x52908400098527886E0F7030069857D2E4169EE7';
    const send = () =>
      act.page.evaluate(
        (to) =>
          window.host.sendTransaction({ to, value: 7n }).then(
            ({ hash }) => hash,
            (error) => error.code,
          ),
        friend,
      );
    const rejected = send();
    await act.screen('EMBEDDED_WALLET_SEND_TRANSACTION_SCREEN').waitFor();
    await page().getByText(friend).first().waitFor();
    // From the operator's node, through the service.
    await page().getByText('1 (native Coins)', { exact: true }).waitFor();
    await button('Ablehnen').click();
    expect(await rejected).toBe('user_rejected_request');
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

    const closed = send();
    await page().getByText(friend).first().waitFor();
    await act.page.locator('latchkey-modal dialog .bar button').last().click();
    expect(await closed).toBe('user_rejected_request');
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

    const sent = send();
    await page().getByText(friend).first().waitFor();
    await readToEnd(page(), 'Signieren');
    await button('Signieren').click();
    await act.page.getByRole('heading', { name: 'Alles erledigt' }).waitFor();
    const receipt = await stage.rig.chain.ask('eth_getTransactionReceipt', [await sent]);
    expect(receipt).toMatchObject({ status: '0x1', from: address.toLowerCase() });
  });
});
