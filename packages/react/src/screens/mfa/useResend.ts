import { limits } from '@latchkey/wire';
import { useState } from 'react';
import type { Resend } from '../methods/one-time-code/CodePage.tsx';

/**
 * Sends codes to a number, and returns when the user can request another one: 30 s after the last (MFA-35).
 *
 * @param wasSent true if the previous screen sent the first code
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
