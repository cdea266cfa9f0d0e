import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type {} from '../../apps/gallery/src/openPreview.ts';
import { usualApp } from '../../apps/gallery/src/people.ts';
import { buildHost, type Screen, type SharedBrowser, shareBrowser, startHost } from '../harness/index.ts';

/** The gallery without its list. Each state simulates its own network. */
export interface GalleryFixture {
  readonly browser: SharedBrowser;
  /** Opens the gallery on a page of this size, which then shows one state after the other. */
  open(screen: Screen): Promise<Page>;
  close(): Promise<void>;
}

const sources = join(import.meta.dirname, '../../apps/gallery/src');

export async function startGallery(): Promise<GalleryFixture> {
  const [host, script, walletFrame, browser] = await Promise.all([
    startHost(),
    buildHost(join(sources, 'main.tsx'), { apps: ['hosted'] }),
    buildHost(join(sources, 'walletFrame.ts')),
    shareBrowser(),
  ]);
  host.setPage('/', { script });
  const mark = await readFile(join(sources, '../public/harbour.svg'), 'utf8');
  host.setFile('/harbour.svg', { type: 'image/svg+xml', content: mark });
  host.setPage(`/apps/${usualApp.id}/embedded-wallets`, { script: walletFrame });
  return {
    browser,
    async open(screen) {
      const { newPage } = await browser.open({ screen });
      const page = await newPage();
      // `Date.now()` is fixed, so countdowns always look the same. Timers run.
      await page.clock.setFixedTime('2026-01-01T12:00:00Z');
      await page.goto(`${host.origin}/?state=LANDING:+usual`);
      await page.locator('latchkey-modal [data-screen=LANDING]').waitFor();
      return page;
    },
    async close() {
      await browser.close();
      await host.close();
    },
  };
}
