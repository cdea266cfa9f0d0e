import jsqr from 'jsqr';
import { type TOTP, URI } from 'otpauth';
import type { Locator } from 'playwright-core';

/** An authenticator app on a person's phone, whose clock is the service's. */
export interface AuthenticatorApp {
  readonly issuer: string;
  readonly secret: string;
  /** The code that it shows now. */
  code(atMs: number): string;
}

/**
 * Scans the code that a page shows, as a camera does: from its picture alone.
 *
 * @param code what shows the QR code
 */
export async function scanQrCode(code: Locator): Promise<AuthenticatorApp> {
  const picture = (await code.screenshot()).toString('base64');
  const { points, width, height } = await code.page().evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return { points: [...data], width: bitmap.width, height: bitmap.height };
  }, picture);
  const read = jsqr(Uint8ClampedArray.from(points), width, height);
  if (!read) throw new Error('no camera would read this code');
  return readAuthUrl(read.data);
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
