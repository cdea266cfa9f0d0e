import jsqr from 'jsqr';
import type { Locator } from 'playwright-core';

/**
 * Reads the code that a page shows, as a camera does: from its picture alone.
 *
 * @param code what shows the QR code
 */
export async function readQrCode(code: Locator): Promise<string> {
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
  return read.data;
}
