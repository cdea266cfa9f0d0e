import jsqr from 'jsqr';
import type { Locator } from 'playwright-core';
import { readPicture } from './readPicture.ts';

/**
 * Reads a QR code from its picture in a page, as a camera does.
 *
 * @param code element that shows the QR code
 */
export async function readQrCode(code: Locator): Promise<string> {
  const { points, width, height } = await readPicture(code.page(), await code.screenshot());
  const read = jsqr(Uint8ClampedArray.from(points), width, height);
  if (!read) throw new Error('no camera would read this code');
  return read.data;
}
