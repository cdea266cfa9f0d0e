import jsqr from 'jsqr';
import type { Locator } from 'playwright-core';
import { readPicture } from './readPicture.ts';

/**
 * Reads the code that a page shows, as a camera does: from its picture alone.
 *
 * @param code what shows the QR code
 */
export async function readQrCode(code: Locator): Promise<string> {
  const { points, width, height } = await readPicture(code.page(), await code.screenshot());
  const read = jsqr(Uint8ClampedArray.from(points), width, height);
  if (!read) throw new Error('no camera would read this code');
  return read.data;
}
