import { type AuthenticatorApp, readAuthUrl, waitInPage } from '../harness/index.ts';
import type { Act, ModalFixture } from './fixture.ts';
import { pageObject } from './pageObject.ts';

/** Actions of a user with second factors, in the page of `act`. */
export function factorPageObject(act: () => Act, fixture: ModalFixture) {
  const page = () => act().page;
  const { says } = pageObject(act);
  const advance = (ms: number) => fixture.harness.service.advance(ms);

  /** Advances the clock by a time step, and returns the authenticator app's code for it. */
  async function nextCode(authenticator: AuthenticatorApp): Promise<string> {
    await advance(30_000);
    return authenticator.code(fixture.harness.service.now());
  }

  /** Types into the field that the screen has focused. */
  async function type(text: string, name = 'code'): Promise<void> {
    await page().locator(`input[name=${name}]:focus`).waitFor();
    await page().keyboard.type(text);
  }

  async function waitForWallet(): Promise<void> {
    await waitInPage(page(), () => window.host?.wallets.length > 0);
  }

  return {
    advance,
    nextCode,
    type,
    /** Opens the screen that adds, removes and lists factors. */
    showFactors: () => page().evaluate(() => window.host.mfa.showMfaEnrollmentModal()),
    enrolled: () => page().evaluate(() => window.host.latchkey.user?.mfaMethods),

    /** Lets the time pass for which a verified factor is trusted, and reloads the page. */
    async comeBackLater(ms = 15 * 60_000): Promise<void> {
      await advance(ms);
      await page().reload();
      await waitForWallet();
    },

    /** Enrols an authenticator app without the modal, as a host with its own screens does. */
    async enrolApp(): Promise<AuthenticatorApp> {
      const { authUrl } = await page().evaluate(() => window.host.mfa.initEnrollmentWithTotp());
      const authenticator = readAuthUrl(authUrl);
      const mfaCode = authenticator.code(fixture.harness.service.now());
      await page().evaluate((code) => window.host.mfa.submitEnrollmentWithTotp({ mfaCode: code }), mfaCode);
      return authenticator;
    },

    async verify(authenticator: AuthenticatorApp): Promise<void> {
      await act().screen('MFA_VERIFICATION_CODE_SCREEN').waitFor();
      const right = await nextCode(authenticator);
      await type(right === '123456' ? '123457' : '123456');
      await says('The code you entered is not valid');
      await type(right);
    },
  };
}
