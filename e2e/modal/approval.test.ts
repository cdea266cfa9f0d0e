import { describe, expect, it } from 'vitest';
import { readToEnd } from '../frame/approvePage.ts';
import { findBarriers, waitInPage } from '../harness/index.ts';
import { signerOfMessage } from '../harness/signer.ts';
import { newEmail, shareFixture, walletsOnLogin } from './fixture.ts';

const { act, open, fixture } = shareFixture({
  app: { embedded_wallet_config: walletsOnLogin, approval: 'frame' },
});

const page = () => act.page.frameLocator('iframe[title="Latchkey approval"]');
const button = (name: 'Signieren' | 'Ablehnen') => page().getByRole('button', { name, exact: true });

/** Requests a signature, whose outcome is stored in the page as `settled`. */
const request = (message: string) =>
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
  it('[S14] [SIGN-07] strict approval shows a message on the wallet’s own page, and signs it only after approval there', async () => {
    // Here the host's `noPromptOnSignature` has no effect. The wallet's page uses the host's language.
    const config = { embeddedWallets: { noPromptOnSignature: true }, intl: { locale: 'de' } };
    await open({ config });
    const email = newEmail();
    await act.openLanding();
    await act.sendCode(email);
    await act.page.keyboard.type(await fixture.harness.inbox.nextCode(email));
    await act.leaveWithWallet();

    await request('Ahoy, Tidewater');
    await act.screen('EMBEDDED_WALLET_SIGN_REQUEST_SCREEN').waitFor();
    await page().getByText('Ahoy, Tidewater').waitFor();
    await page().getByText(new URL(act.page.url()).origin).waitFor();
    await button('Signieren').click();
    const address = await act.page.evaluate(() => window.host.wallets[0]?.address);
    expect(signerOfMessage('Ahoy, Tidewater', await settled())).toBe(address);
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

    await request('Ahoy again');
    await button('Ablehnen').click();
    await expect.poll(settled).toBe('user_rejected_request');
    await act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

    await request('And again');
    await page().getByText('And again').waitFor();
    await act.page.locator('latchkey-modal dialog .bar button').last().click();
    await expect.poll(settled).toBe('user_rejected_request');
  });

  it('[S14] strict approval shows a transaction on the wallet’s own page, and sends it only after approval there', async () => {
    const chain = { id: 31337, name: 'Devnet', rpcUrls: { default: { http: [fixture.harness.chainUrl] } } };
    await open({ config: { chains: [chain], intl: { locale: 'de' } } });
    const email = newEmail();
    await act.openLanding();
    await act.sendCode(email);
    await act.page.keyboard.type(await fixture.harness.inbox.nextCode(email));
    await act.leaveWithWallet();
    const address = (await act.page.evaluate(() => window.host.wallets[0]?.address)) ?? '';
    await fixture.harness.chain.fund(address, 10n ** 18n);
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
    // The balance comes from the operator's node, through the service.
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
    const receipt = await fixture.harness.chain.request('eth_getTransactionReceipt', [await sent]);
    expect(receipt).toMatchObject({ status: '0x1', from: address.toLowerCase() });
  });
});

describe('[S14] a wallet with strict approval in a new browser', () => {
  const inWallet = (name: string) => page().getByRole('button', { name, exact: true });
  const confirming = () => act.screen('CONFIRM_LOGIN_SCREEN');
  const sign = () => inWallet('Sign');
  const barriers = async () => {
    const frame = act.page.frames().find((one) => one.url().includes('/embedded-wallets/approve'));
    return frame ? findBarriers(frame) : 'no page of the wallet';
  };
  const gone = () => act.page.locator('latchkey-modal').waitFor({ state: 'detached' });

  /** Creates a user with a wallet in another browser, and logs the user in here. */
  async function comeElsewhere(): Promise<string> {
    const email = newEmail();
    const home = await fixture.open();
    await home.enterByCode(email);
    await home.page.evaluate(() => void window.host.createWallet());
    await home.leaveWithWallet();
    await home.close();
    await fixture.harness.service.advance(31_000);
    await open();
    await act.enterByCode(email);
    await waitInPage(act.page, () => window.host.wallets.length > 0);
    return email;
  }

  it('[S14] [S12] in a new browser the user opens the wallet with a code entered on the wallet’s own page, and the request continues; a reload needs no code', {
    tags: 'story',
  }, async () => {
    const email = await comeElsewhere();
    const [first = ''] = email;
    await request('Ahoy from afar');
    await confirming().waitFor();
    await page().getByText(new URL(act.page.url()).origin).waitFor();
    expect(await barriers()).toEqual([]);
    await inWallet('Send code').click();
    await page()
      .getByText(`${first}•••@${email.split('@')[1]}`)
      .waitFor();
    const code = await fixture.harness.inbox.nextCode(email);
    const field = page().getByLabel('Enter the 6-digit code we sent to:');
    await field.fill(code === '000000' ? '000001' : '000000');
    await inWallet('Open wallet').click();
    await page().getByText("That code isn't right.").waitFor();
    expect(await barriers()).toEqual([]);
    await inWallet('Send a new code').click();
    await page()
      .getByText(/Please wait \d+ s/)
      .waitFor();

    // The browser does not let the host page read the code field, because the wallet's page has another origin.
    const reach = () =>
      act.page.evaluate(() => {
        const frame = document.querySelector('latchkey-modal')?.shadowRoot?.querySelector('iframe');
        try {
          return String(frame?.contentWindow?.document.querySelector('input')?.value);
        } catch (error) {
          return (error as Error).name;
        }
      });
    expect(await reach()).toBe('SecurityError');
    await field.press('ControlOrMeta+a');
    await act.page.keyboard.type(`${code.slice(0, 3)} ${code.slice(3)}`);
    await act.page.keyboard.press('Enter');

    await sign().click();
    const address = await act.page.evaluate(() => window.host.wallets[0]?.address);
    expect(signerOfMessage('Ahoy from afar', await settled())).toBe(address);
    await gone();

    for (const ms of [0, 601_000]) {
      await fixture.harness.service.advance(ms);
      await act.page.reload();
      await waitInPage(act.page, () => window.host?.wallets.length > 0);
      await request(`Again after ${ms} ms`);
      await sign().click();
      expect(await confirming().count()).toBe(0);
      expect(signerOfMessage(`Again after ${ms} ms`, await settled())).toBe(address);
      await gone();
    }
  });

  it('[S14] with strict approval, a wallet in a new browser stays closed if the user cancels, and the hidden frame refuses a code from the host page', async () => {
    await comeElsewhere();
    await request('Ahoy');
    await confirming().waitFor();
    await inWallet('Cancel').click();
    await expect.poll(settled).toBe('user_rejected_request');
    await gone();

    const answer = await act.page.evaluate(async () => {
      const hidden = [...document.querySelectorAll('iframe')].find(({ src }) =>
        /\/embedded-wallets(?:$|\?)/.test(src),
      );
      const data = {
        accessToken: 'a',
        entropyId: window.host.wallets[0]?.address,
        code: '123456',
        entropyIdVerifier: 'ethereum-address-verifier',
      };
      const heard = new Promise<string>((resolve) => {
        addEventListener(
          'message',
          ({ data: reply }) => reply?.id === 'by-host' && resolve(reply.error.message),
        );
      });
      hidden?.contentWindow?.postMessage({ id: 'by-host', event: 'privy:wallets:recover', data }, '*');
      return heard;
    });
    expect(answer).toBe('privy:wallets:recover: the field code is missing or not valid');
  });
});
