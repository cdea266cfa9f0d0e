import { type AuthenticatorApp, readAuthUrl, waitInPage } from '../harness/index.ts';
import type { Act, ModalFixture } from './fixture.ts';
import { pageObject } from './pageObject.ts';

/** What is done with second factors in the page of an act. The authenticator app's clock is the service's. */
export function factorPageObject(act: () => Act, fixture: ModalFixture) {
  const page = () => act().page;
  const { says } = pageObject(act);
  const advance = (ms: number) => fixture.harness.service.advance(ms);

  /** The next code of an app: of a step that none was used of. */
  async function nextCode(authenticator: AuthenticatorApp): Promise<string> {
    await advance(30_000);
    return authenticator.code(fixture.harness.service.now());
  }

  /** Types into the field that the screen has given the focus to. */
  async function type(text: string, name = 'code'): Promise<void> {
    await page().locator(`input[name=${name}]:focus`).waitFor();
    await page().keyboard.type(text);
  }

  /** Waits for a page whose user is logged in and has a wallet. */
  async function waitForWallet(): Promise<void> {
    await waitInPage(page(), () => window.host?.wallets.length > 0);
  }

  return {
    advance,
    nextCode,
    type,
    /** Opens what adds, removes and lists factors. */
    showFactors: () => page().evaluate(() => window.host.mfa.showMfaEnrollmentModal()),
    /** The methods that the user has, as the host sees them. */
    enrolled: () => page().evaluate(() => window.host.latchkey.user?.mfaMethods),

    /** Lets the trusted time pass, in a browser that was closed meanwhile. */
    async comeBackLater(ms = 15 * 60_000): Promise<void> {
      await advance(ms);
      await page().reload();
      await waitForWallet();
    },

    /** Enrols an authenticator app as a host with screens of its own does, which takes no walk through the modal. */
    async enrolApp(): Promise<AuthenticatorApp> {
      const { authUrl } = await page().evaluate(() => window.host.mfa.initEnrollmentWithTotp());
      const authenticator = readAuthUrl(authUrl);
      const mfaCode = authenticator.code(fixture.harness.service.now());
      await page().evaluate((code) => window.host.mfa.submitEnrollmentWithTotp({ mfaCode: code }), mfaCode);
      return authenticator;
    },

    /** Answers the one prompt for the app: a wrong code is told, and the right one goes on. */
    async verify(authenticator: AuthenticatorApp): Promise<void> {
      await act().screen('MFA_VERIFICATION_CODE_SCREEN').waitFor();
      const right = await nextCode(authenticator);
      await type(right === '123456' ? '123457' : '123456');
      await says('The code you entered is not valid');
      await type(right);
    },
  };
}
