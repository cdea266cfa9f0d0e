import { describe, expect, it } from 'vitest';
import { readAuthUrl, screenOf, waitInPage } from '../rig/index.ts';
import { signerOfMessage } from '../rig/signer.ts';
import { newEmail, shareCrossApp } from './stage.ts';

// What the provider asks of its people before their wallet signs, it asks in the window of a requester's too.

const stage = shareCrossApp({ provider: { mfa_methods: ['totp'] } });
const message = 'Hello from the market';

describe('a request of another app', () => {
  it('[XAPP-13] [MFA-36] is signed with the second factor of the provider alone, which its page asks for', async () => {
    const visit = await stage.open();
    const email = newEmail();
    await visit.connect(email);
    await stage.rig.service.advance(30_000); // an address gets a code so often
    const home = await stage.openProvider(visit.profile);
    await visit.logIn(home, email);
    await waitInPage(home, () => window.crossAppHost.wallets.length > 0);
    const { authUrl } = await home.evaluate(() => window.crossAppHost.mfa.initEnrollmentWithTotp());
    const authenticator = readAuthUrl(authUrl);
    const code = () => authenticator.code(stage.rig.service.now());
    await home.evaluate((mfaCode) => window.crossAppHost.mfa.submitEnrollmentWithTotp({ mfaCode }), code());
    await home.close();

    const popup = await visit.openPopup('Sign a message');
    await popup.getByText(message).waitFor();
    await popup.getByRole('button', { name: 'Sign', exact: true }).click();
    await screenOf(popup, 'MFA_VERIFICATION_CODE_SCREEN').waitFor();
    // The page that asks stays in sight above it.
    await popup.getByRole('heading', { name: 'Market asks for a signature' }).waitFor();
    await stage.rig.service.advance(30_000);
    await popup.locator('input[name=code]').fill(code());
    await popup.waitForEvent('close');
    expect(signerOfMessage(message, await visit.outcome())).toBe(await visit.address());
    await visit.close();
  });

  it('[XAPP-13] [S14] is approved on the wallet’s own page where the provider wants it so', async () => {
    await stage.change(stage.providerId, { approval: 'frame' });
    const visit = await stage.open();
    await visit.connect(newEmail());
    const press = async (name: 'Reject' | 'Sign') => {
      const popup = await visit.openPopup('Sign a message');
      const frame = popup.frameLocator('iframe[title="Latchkey approval"]');
      await frame.getByText(message).waitFor();
      await frame.getByText(stage.hostedUrl).first().waitFor();
      await Promise.all([
        popup.waitForEvent('close'),
        frame.getByRole('button', { name, exact: true }).click(),
      ]);
      return visit.outcome();
    };
    expect(await press('Reject')).toMatch(/^error user_rejected_request/);
    expect(signerOfMessage(message, await press('Sign'))).toBe(await visit.address());
    await visit.close();
  });
});
