import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import type { SharedBrowser } from '../harness/index.ts';

/**
 * Approved pictures of the modal and of the hosted pages. They are WebP at a third of the size, to stay small and to
 * tolerate small differences at the edges of letters. `UPDATE_PICTURES=1` takes new ones. Parts of states' names
 * instead of the 1 (`UPDATE_PICTURES=PASSKEYS,LANDING`) limit that to some states.
 */
const folder = join(import.meta.dirname, 'pictures');
const foundFolder = join(import.meta.dirname, '../../artifacts/gallery');
const { UPDATE_PICTURES: update = '' } = process.env;
export const isUpdate = update !== '';
/** Returns true if the run covers a state. An update run can name some states; any other run covers all. */
export const isWanted = (state: string): boolean =>
  ['', '1'].includes(update) || update.split(',').some((part) => state.includes(part));

/** Difference of a colour channel, of 255, beyond which a pixel counts as different. */
const pointTolerance = 40;
/** Number of pixels that may differ: fewer than a letter of the smallest text has. */
const mostOtherPoints = 6;

export interface Pictures {
  /**
   * Compares what a page shows with the picture of this name. In an update run it replaces the picture. It compares
   * nothing if the pictures are of another version of the browser.
   *
   * @returns the problems, in words
   */
  compare(page: Page, session: CDPSession, name: string): Promise<string[]>;
  /** Lists pictures of states that do not exist. */
  listStrays(states: readonly string[]): Promise<string[]>;
}

/** Opens the pictures, and a page to process them in. */
export async function readPictures(browser: SharedBrowser): Promise<Pictures> {
  const { newPage } = await browser.open();
  const workshop = await newPage();
  const painter = await workshop.evaluate(describePainter);
  const painterFile = join(folder, 'painter.json');
  if (isUpdate) {
    await mkdir(folder, { recursive: true });
    await writeFile(painterFile, `${JSON.stringify(painter, null, 2)}\n`);
  }
  // Another version of the browser paints letters differently, so the pictures cannot be compared.
  const isSamePainter = JSON.stringify(painter) === JSON.stringify(await readJson(painterFile));

  return {
    async compare(page, session, name) {
      if (!isSamePainter) return [];
      const file = `${fileNameOf(name)}.webp`;
      const known = isUpdate ? null : await readFile(join(folder, file)).catch(() => null);
      const { others, found } = await lookAt(workshop, await takePicture(page, session), known);
      if (others <= mostOtherPoints || found === null) return [];
      if (isUpdate) {
        await writeFile(join(folder, file), found);
        return [];
      }
      await mkdir(foundFolder, { recursive: true });
      await writeFile(join(foundFolder, file), found);
      return [`${name}: looks different at ${others} points; see artifacts/gallery/${file}`];
    },
    async listStrays(states) {
      const names = states.map(fileNameOf);
      const files = (await readdir(folder)).filter((file) => file.endsWith('.webp'));
      return files.filter(
        (file) =>
          !names.some((name) => file.startsWith(`${name}-desktop-`) || file.startsWith(`${name}-phone-`)),
      );
    },
  };
}

/** `LANDING: phone typed desktop dark` → `landing-phone-typed-desktop-dark` */
function fileNameOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

async function takePicture(page: Page, session: CDPSession): Promise<string> {
  // A hosted page is as wide as the window.
  const box = await page.locator('latchkey-modal .shell, .hosted').boundingBox();
  if (!box) throw new Error('There is nothing to take a picture of');
  // Playwright's own screenshot takes longer: it first looks for motion in every frame, and compresses better.
  const { data } = await session.send('Page.captureScreenshot', {
    clip: { ...box, scale: 1 },
    optimizeForSpeed: true,
  });
  return data;
}

/**
 * Shrinks a screenshot, and counts the pixels that differ from the known picture.
 *
 * @returns the number, and the shrunk picture unless it matches the known one
 */
async function lookAt(
  workshop: Page,
  taken: string,
  known: Buffer | null,
): Promise<{ others: number; found: Buffer | null }> {
  const { others, found } = await workshop.evaluate(
    async ({ taken, known, tolerance, most }) => {
      const read = async (type: string, base64: string) => {
        const picture = await fetch(`data:image/${type};base64,${base64}`);
        return createImageBitmap(await picture.blob());
      };
      const paint = (bitmap: ImageBitmap, divisor: number) => {
        const canvas = document.createElement('canvas');
        canvas.width = Math.round(bitmap.width / divisor);
        canvas.height = Math.round(bitmap.height / divisor);
        const context = canvas.getContext('2d', { willReadFrequently: true });
        if (!context) throw new Error('no canvas');
        context.imageSmoothingQuality = 'high';
        context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
        return { canvas, points: context.getImageData(0, 0, canvas.width, canvas.height) };
      };
      const countOthers = (a: ImageData, b: ImageData): number => {
        if (a.width !== b.width || a.height !== b.height) return Number.MAX_SAFE_INTEGER;
        let others = 0;
        for (let at = 0; at < a.data.length; at += 4) {
          const isOther = (channel: number) =>
            Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > tolerance;
          if (isOther(0) || isOther(1) || isOther(2)) others += 1;
        }
        return others;
      };
      const shrunk = paint(await read('png', taken), 3);
      const before = known === null ? null : paint(await read('webp', known), 1).points;
      // If the pictures match before compression, nothing is compressed. Compression changes edges a little.
      if (before && countOthers(shrunk.points, before) <= most) return { others: 0, found: null };
      const data = shrunk.canvas.toDataURL('image/webp', 0.9);
      const found = data.slice(data.indexOf(',') + 1);
      const packed = paint(await read('webp', found), 1).points;
      return { others: before ? countOthers(packed, before) : Number.MAX_SAFE_INTEGER, found };
    },
    {
      taken,
      known: known?.toString('base64') ?? null,
      tolerance: pointTolerance,
      most: mostOtherPoints,
    },
  );
  return { others, found: found === null ? null : Buffer.from(found, 'base64') };
}

/** Returns what decides how letters are painted: the browser's major version. The fonts are the gallery's own. */
function describePainter(): { chromium: string } {
  return { chromium: /Chrome\/(\d+)/.exec(navigator.userAgent)?.[1] ?? '' };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8').catch(() => 'null'));
}
