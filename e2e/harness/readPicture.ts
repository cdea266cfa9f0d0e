import type { Page } from 'playwright-core';

/** Pixels of a picture, four numbers (RGBA) each, from left to right and from top to bottom. */
export interface Picture {
  readonly points: readonly number[];
  readonly width: number;
  readonly height: number;
}

/** Reads the pixels of a PNG with the page's own decoder. */
export function readPicture(page: Page, png: Buffer): Promise<Picture> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return { points: [...data], width: bitmap.width, height: bitmap.height };
  }, png.toString('base64'));
}
