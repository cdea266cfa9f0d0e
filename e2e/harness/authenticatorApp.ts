import { type TOTP, URI } from 'otpauth';
import type { Locator } from 'playwright-core';
import { readQrCode } from './qrCode.ts';

export interface AuthenticatorApp {
  readonly issuer: string;
  readonly secret: string;
  /** Returns the code that the app shows at this time, in Unix ms. */
  code(atMs: number): string;
}

/** Sets up an authenticator app from the QR code that a page shows. */
export async function scanQrCode(code: Locator): Promise<AuthenticatorApp> {
  return readAuthUrl(await readQrCode(code));
}

/** Sets up an authenticator app from the `otpauth:` address in a QR code. */
export function readAuthUrl(url: string): AuthenticatorApp {
  const totp = URI.parse(url) as TOTP;
  return {
    issuer: totp.issuer,
    secret: totp.secret.base32,
    code: (atMs) => totp.generate({ timestamp: atMs }),
  };
}
