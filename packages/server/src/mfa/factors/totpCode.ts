import { toPlainLine } from '@latchkey/wire';
import { Secret, TOTP } from 'otpauth';

/**
 * Parameters of RFC 6238: SHA-1, six digits, 30 s. Some authenticator apps ignore the parameters in the URI and use
 * these defaults.
 */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Length of a secret in bytes: 160 bits, as RFC 4226 §4 (R6) recommends. */
export const totpSecretBytes = 20;

const secretOf = (secret: Uint8Array) => new Secret({ buffer: Uint8Array.from(secret).buffer });

/**
 * Finds the time step of a code: the current one, or the one before or after it, because clocks differ (RFC 6238
 * §5.2). Each comparison takes constant time.
 *
 * @returns null if the code is of none of these steps
 */
export function findStep(secret: Uint8Array, code: string, nowMs: number): number | null {
  const delta = TOTP.validate({
    ...form,
    token: code,
    secret: secretOf(secret),
    timestamp: nowMs,
    window: 1,
  });
  return delta === null ? null : TOTP.counter({ period: form.period, timestamp: nowMs }) + delta;
}

/** Returns a secret as text to type, and as the URI that a QR code contains. */
export function describeSecret(
  secret: Uint8Array,
  named: { appName: string; userName: string },
): { text: string; address: string } {
  const totp = new TOTP({
    ...form,
    secret: secretOf(secret),
    issuer: toName(named.appName),
    label: toName(named.userName),
  });
  return { text: totp.secret.base32, address: totp.toString() };
}

/** Returns a name without colons, which separate issuer and account in the URI. */
const toName = (text: string) => toPlainLine(text.replaceAll(':', ' ')).slice(0, 60);
