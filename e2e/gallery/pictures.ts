import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { SharedBrowser } from '../rig/index.ts';

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
  compare(page: Page, name: string): Promise<string[]>;
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
    async compare(page, name) {
      const found = await shrink(workshop, await takePicture(page));
      const file = `${fileNameOf(name)}.webp`;
      if (isUpdate) await writeFile(join(folder, file), found);
      if (!isSamePainter) return [];
      const known = await readFile(join(folder, file)).catch(() => null);
      const others = known ? await countOtherPoints(workshop, known, found) : Number.POSITIVE_INFINITY;
      if (others <= mostOtherPoints) return [];
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

async function takePicture(page: Page): Promise<string> {
  const box = await page.locator('latchkey-modal .shell').boundingBox();
  if (!box) throw new Error('There is no modal to take a picture of');
  // What turns for ever stands at its beginning, what ends is at its end, and there is no caret.
  const picture = await page.screenshot({ clip: box, animations: 'disabled', scale: 'css' });
  return picture.toString('base64');
}

async function shrink(workshop: Page, picture: string): Promise<Buffer> {
  const data = await workshop.evaluate(async (png) => {
    const full = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(full.width / 3);
    canvas.height = Math.round(full.height / 3);
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(full, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/webp', 0.9);
  }, picture);
  return Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');
}

function countOtherPoints(workshop: Page, known: Buffer, found: Buffer): Promise<number> {
  return workshop.evaluate(
    async ({ pictures, tolerance }) => {
      const [a, b] = await Promise.all(
        pictures.map(async (picture) => {
          const bitmap = await createImageBitmap(
            await (await fetch(`data:image/webp;base64,${picture}`)).blob(),
          );
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
          context?.drawImage(bitmap, 0, 0);
          return context?.getImageData(0, 0, bitmap.width, bitmap.height);
        }),
      );
      if (!a || !b || a.width !== b.width || a.height !== b.height) return Number.MAX_SAFE_INTEGER;
      let others = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        const off = [0, 1, 2].map((channel) =>
          Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)),
        );
        if (Math.max(...off) > tolerance) others += 1;
      }
      return others;
    },
    { pictures: [known, found].map((picture) => picture.toString('base64')), tolerance: pointTolerance },
  );
}

/** What decides how letters are painted: the browser's major version. The fonts are the gallery's own. */
function describePainter(): { chromium: string } {
  return { chromium: /Chrome\/(\d+)/.exec(navigator.userAgent)?.[1] ?? '' };
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(file, 'utf8').catch(() => 'null'));
}
