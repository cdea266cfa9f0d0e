import { isCode, limits, type ServiceError } from '@latchkey/wire';
import { contextsOf } from '../../contexts.ts';
import type { LatchkeyClient } from '../../latchkeyClient.ts';
import type { LoginResult } from '../../session/index.ts';
import { abortPasskey } from './browser.ts';
import { initLoginWithPasskey, loginWithPasskey } from './ceremonies.ts';

/** A fresh challenge is asked for this much before the old one ends. */
const marginMs = 60_000;

/** What comes of an offer. */
export interface PasskeyOffer {
  onLogin(result: LoginResult): void;
  onFailed(error: ServiceError): void;
}

/**
 * Offers the person's passkeys among what the browser fills into a field of `autocomplete="… webauthn"` (conditional
 * mediation), for as long as that field is there. Quiet where the browser cannot do it, and where the app has a captcha:
 * no one has begun anything yet that a captcha could be asked for.
 *
 * @returns ends the offer
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
        // Ended by this offer itself; by a dialog, which the person opened instead; or by the browser, which may also find
        // only now that it has no list to offer passkeys in.
        const isQuiet = isCode(error, 'passkey_not_allowed') || isCode(error, 'passkey_not_supported');
        if (!isStale) return isQuiet || isOver ? undefined : onFailed(error as ServiceError);
      } finally {
        clock.clearTimeout(timer);
      }
    }
  }

  // What cannot be offered is not missed: the button is there.
  if (!client.getState().settings?.captchaEnabled) void offer().catch(() => undefined);
  return () => {
    isOver = true;
    clock.clearTimeout(timer);
    abortPasskey(client);
  };
}
