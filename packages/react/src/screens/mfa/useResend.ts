import { limits } from '@latchkey/wire';
import { useState } from 'react';
import type { Resend } from '../methods/one-time-code/CodePage.tsx';

/**
 * Sends further codes to a number, each once the one before is 30 s old (MFA-35).
 *
 * @param wasSent whether the first one was sent on the screen before
 */
export function useResend(send: () => Promise<unknown>, wasSent: boolean): Resend {
  const soon = () => Date.now() + limits.resendCooldownMs;
  const [availableAtMs, setAvailable] = useState(() => (wasSent ? soon() : null));
  return {
    availableAtMs,
    async send() {
      await send();
      setAvailable(soon());
    },
  };
}
