import { isCode, limits, type ServiceError } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { LoginResult } from '../../session/index.ts';
import { abortPasskey } from './browser.ts';
import { initLoginWithPasskey, loginWithPasskey } from './ceremonies.ts';

/** Time before the end of a challenge at which a new one is requested, in ms. */
const marginMs = 60_000;

export interface PasskeyOffer {
  onLogin(result: LoginResult): void;
  onFailed(error: ServiceError): void;
}

/**
 * Offers the user's passkeys in the browser's autofill of a field with `autocomplete="… webauthn"` (conditional
 * mediation). Does nothing if the browser does not support autofill of passkeys, or if the app has a captcha, because
 * a user who has not started a login should not have to solve one.
 *
 * @returns a function that ends the offer
 */
export function offerPasskeys(client: LatchkeyClient, { onLogin, onFailed }: PasskeyOffer): () => void {
  const { clock, window: page } = contextsOf(client).page.environment;
  let isOver = false;
  let timer: unknown = null;

  async function offer(): Promise<void> {
    if (!(await page?.PublicKeyCredential?.isConditionalMediationAvailable?.())) return;
    while (!isOver) {
      const begun = await initLoginWithPasskey(client);
      if (isOver) return;
      let isStale = false;
      timer = clock.setTimeout(() => {
        isStale = true;
        abortPasskey(client);
      }, limits.passkeyChallengeLifeMs - marginMs);
      try {
        const result = await loginWithPasskey(client, { begun, mediation: 'conditional' });
        if (!isOver) onLogin(result);
        return;
      } catch (error) {
        // Ignores the end of the offer by its caller, by a dialog that the user opened instead, or by a browser that
        // finds only now that it cannot list passkeys.
        const isQuiet = isCode(error, 'passkey_not_allowed') || isCode(error, 'passkey_not_supported');
        if (!isStale) return isQuiet || isOver ? undefined : onFailed(error as ServiceError);
      } finally {
        clock.clearTimeout(timer);
      }
    }
  }

  // Other errors are ignored, because the user can still log in with the button.
  if (!client.getState().settings?.captchaEnabled) void offer().catch(() => undefined);
  return () => {
    isOver = true;
    clock.clearTimeout(timer);
    abortPasskey(client);
  };
}
