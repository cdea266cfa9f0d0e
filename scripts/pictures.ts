import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { startGallery } from '../e2e/gallery/fixture.ts';
import { settle, startHarness } from '../e2e/harness/index.ts';
import { demoIn, publishDemo } from '../e2e/story/demo.ts';
import { bringTools } from './test/machine.ts';

/**
 * Takes the pictures of the documentation, each in light and in dark: screens of the modal from the gallery, and the
 * demo after a login. `npm run pictures`.
 */

const docs = join(import.meta.dirname, '../docs');
const states = {
  landing: 'LANDING: branded',
  code: 'AWAITING_PASSWORDLESS_CODE: half typed',
  error: 'ERROR_SCREEN: timed out',
  wallet: 'EMBEDDED_WALLET_CREATED_SCREEN: usual',
} as const;
const views = {
  dialog: { screen: 'desktop', clip: { x: 400, y: 60, width: 480, height: 680 } },
  drawer: { screen: 'phone', clip: { x: 0, y: 184, width: 390, height: 660 } },
} as const;

async function takeBoth(page: Page, clip: { x: number; y: number; width: number; height: number }) {
  const taken: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await settle(page);
    taken.push((await page.screenshot({ clip })).toString('base64'));
  }
  return taken;
}

async function paste(workshop: Page, pictures: readonly string[]): Promise<Buffer> {
  await workshop.setContent(
    `<body style="margin:0;display:inline-flex">${pictures.map((picture) => `<img src="data:image/png;base64,${picture}">`).join('')}`,
  );
  return workshop.locator('body').screenshot();
}

async function takeSignedInDemo(): Promise<Buffer> {
  const harness = await startHarness({ app: { embedded_wallet_config: { create_on_login: 'all-users' } } });
  await publishDemo(harness);
  const page = await workshop.context().newPage();
  await page.setViewportSize({ width: 720, height: 796 });
  const demo = demoIn(page, harness, harness.host.origin);
  const email = 'ada@example.com';
  await demo.open();
  await demo.openLanding();
  await demo.sendCode(email);
  await demo.enterCode(email);
  await demo.seeWallet();
  const picture = await paste(workshop, await takeBoth(page, { x: 0, y: 0, width: 720, height: 796 }));
  await harness.close();
  return picture;
}

await bringTools(['browser', 'postgres']);
const gallery = await startGallery();
await mkdir(join(docs, 'pictures'), { recursive: true });
const workshop = await (await gallery.browser.open()).newPage();
for (const [view, { screen, clip }] of Object.entries(views)) {
  const page = await gallery.open(screen);
  for (const [name, state] of Object.entries(states)) {
    await page.evaluate((shown) => window.gallery.show(shown), state);
    const picture = await paste(workshop, await takeBoth(page, clip));
    await writeFile(join(docs, 'pictures', `${name}-${view}.png`), picture);
    if (name === 'landing' && view === 'dialog') await writeFile(join(docs, 'images/modal.png'), picture);
  }
}
await writeFile(join(docs, 'images/signed-in.png'), await takeSignedInDemo());
await gallery.close();
// The browser stays open, and would keep this process running.
process.exit();
