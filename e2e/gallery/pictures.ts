import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import type { SharedBrowser } from '../harness/index.ts';

/**
 * What the modal looked like when someone last looked and agreed: a third of its size, as WebP, because all of them
 * together must stay small and must survive another rounding of a letter's edge. `UPDATE_PICTURES=1` takes them anew;
 * parts of states' names in place of the 1 (`UPDATE_PICTURES=PASSKEYS,LANDING`) those alone.
 */
const folder = join(import.meta.dirname, 'pictures');
const foundFolder = join(import.meta.dirname, '../../artifacts/gallery');
const { UPDATE_PICTURES: update = '' } = process.env;
export const isUpdate = update !== '';
/** Whether a state is one of those that are asked for. */
export const isWanted = (state: string): boolean =>
  ['', '1'].includes(update) || update.split(',').some((part) => state.includes(part));

/** A point counts as another one when a channel is off by more than this, of 255. */
const pointTolerance = 40;
/** So many points of a picture may be other ones: fewer than a letter of the smallest text has. */
const mostOtherPoints = 6;

export interface Pictures {
  /** Compares what a page shows with the picture of this name. @returns what is wrong, in words */
  compare(page: Page, session: CDPSession, name: string): Promise<string[]>;
  /** Pictures of states that there are not. */
  listStrays(states: readonly string[]): Promise<string[]>;
}

/** Opens the pictures, and a page to work on them with. */
export async function readPictures(browser: SharedBrowser): Promise<Pictures> {
  const { newPage } = await browser.open();
  const workshop = await newPage();
  const painter = await workshop.evaluate(describePainter);
  const painterFile = join(folder, 'painter.json');
  if (isUpdate) {
    await mkdir(folder, { recursive: true });
    await writeFile(painterFile, `${JSON.stringify(painter, null, 2)}\n`);
  }
  // Another browser paints other letters, about which the pictures say nothing.
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
  const box = await page.locator('latchkey-modal .shell').boundingBox();
  if (!box) throw new Error('There is no modal to take a picture of');
  // A picture of Playwright's takes twice as long: it looks for what moves in every frame first, and packs better.
  const { data } = await session.send('Page.captureScreenshot', {
    clip: { ...box, scale: 1 },
    optimizeForSpeed: true,
  });
  return data;
}

/**
 * Shrinks a picture that was taken, and counts the points at which it is another one than the known one.
 *
 * @returns also the shrunk picture, where it may be wanted: where the two are not alike, and to be kept
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
      // What is alike before it is packed need not be packed; packing alone changes edges of colours a little.
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

/** What decides how letters are painted: the browser's major version. The fonts are the gallery's own. */
function describePainter(): { chromium: string } {
  return { chromium: /Chrome\/(\d+)/.exec(navigator.userAgent)?.[1] ?? '' };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8').catch(() => 'null'));
}
