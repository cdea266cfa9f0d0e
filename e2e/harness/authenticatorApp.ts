import { type TOTP, URI } from 'otpauth';
import type { Locator } from 'playwright-core';
import { readQrCode } from './qrCode.ts';

/** An authenticator app on a person's phone, whose clock is the service's. */
export interface AuthenticatorApp {
  readonly issuer: string;
  readonly secret: string;
  /** The code that it shows now. */
  code(atMs: number): string;
}

/** Scans the code that a page shows, as a camera does. */
export async function scanQrCode(code: Locator): Promise<AuthenticatorApp> {
  return readAuthUrl(await readQrCode(code));
}

/** Sets one up by the `otpauth:` address that such a picture holds. */
export function readAuthUrl(url: string): AuthenticatorApp {
  const totp = URI.parse(url) as TOTP;
  return {
    issuer: totp.issuer,
    secret: totp.secret.base32,
    code: (atMs) => totp.generate({ timestamp: atMs }),
  };
}
