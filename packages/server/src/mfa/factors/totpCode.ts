import { toPlainLine } from '@latchkey/wire';
import { Secret, TOTP } from 'otpauth';

/** RFC 6238 as every authenticator app reads it, whatever else it may be told: SHA-1, six digits, thirty seconds. */
const form = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** Bytes of a secret: 160 bits, the length of the hash (RFC 4226 §4, R6). */
export const totpSecretBytes = 20;

const secretOf = (secret: Uint8Array) => new Secret({ buffer: Uint8Array.from(secret).buffer });

/**
 * Finds the time step that a code is of: this one, or the one before or after it, because clocks differ (RFC 6238 §5.2).
 * Compares in constant time.
 *
 * @returns null for a code of no such step
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

/** A secret as people type it, and as the address that a QR code holds. */
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

/** A colon divides issuer and account in the address. */
const toName = (text: string) => toPlainLine(text.replaceAll(':', ' ')).slice(0, 60);
