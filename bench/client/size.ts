import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { installPublishedClients } from '../../conformance/install.ts';
import { launchBrowser } from '../../e2e/rig/index.ts';
import type { BenchResult } from '../result.ts';
import { hostPackages } from './hostPackages.ts';
import { type Stage, startStage } from './stage.ts';

const globals = fileURLToPath(new URL('../../conformance/host/globals.js', import.meta.url));
const conformance = fileURLToPath(new URL('../../conformance', import.meta.url));

/** gzip bytes of all scripts that a page asked for, in kB of 1,000 bytes; frames of other origins are not the page's. */
async function scriptsOf(page: Page, origin: string, act: () => Promise<void>): Promise<number> {
  let bytes = 0;
  const pending: Promise<void>[] = [];
  const count = (response: Awaited<ReturnType<Page['waitForResponse']>>) => {
    if (!response.url().startsWith(origin) || !response.url().endsWith('.js')) return;
    pending.push(
      response.body().then((body) => {
        bytes += gzipSync(body, { level: 9 }).length;
      }),
    );
  };
  page.on('response', count);
  await act();
  await Promise.all(pending);
  page.off('response', count);
  return bytes / 1000;
}

async function startKb(stage: Stage, name: string): Promise<number> {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const kb = await scriptsOf(page, stage.origin, async () => {
    await page.goto(`${stage.origin}/${name}.html`);
    await page.locator('#open').waitFor();
    await page.waitForLoadState('networkidle');
  });
  await browser.close();
  return kb;
}

async function modalKb(stage: Stage): Promise<number> {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(`${stage.origin}/latchkey.html`);
  await page.waitForLoadState('networkidle');
  const kb = await scriptsOf(page, stage.origin, async () => {
    await page.locator('#open').click();
    await page.locator('input[type=email]').waitFor();
    await page.waitForLoadState('networkidle');
  });
  await browser.close();
  return kb;
}

/** kB of the wallet frame's files, from its build. */
function frameKb(): number {
  const pages = new URL('../../packages/frame/dist/pages/', import.meta.url);
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', pages), 'utf8')) as {
    files: Record<string, unknown>;
  };
  return Object.keys(manifest.files)
    .map((file) => gzipSync(readFileSync(new URL(file, pages)), { level: 9 }).length / 1000)
    .reduce((sum, kb) => sum + kb, 0);
}

/** What a host page downloads, React not counted, beside the published client built the same way. */
export async function sizeBench(): Promise<BenchResult> {
  const stage = await startStage({ latchkey: './hosts/latchkey.tsx', react: './hosts/react.tsx' });
  const [start, react, modal] = [
    await startKb(stage, 'latchkey'),
    await startKb(stage, 'react'),
    await modalKb(stage),
  ];
  await stage.close();

  await installPublishedClients();
  const published = await startStage(
    { privy: '../../conformance/host/button.jsx', react: '../../conformance/host/react.jsx' },
    {
      base: conformance,
      inject: { Buffer: [globals, 'Buffer'], process: [globals, 'process'] },
      define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    },
  );
  const privy = (await startKb(published, 'privy')) - (await startKb(published, 'react'));
  await published.close();
  const packages = hostPackages('@latchkey/react');
  return {
    bench: 'size',
    figures: [
      {
        name: 'start-up JavaScript, provider and button, gzip',
        value: start - react,
        unit: 'kB',
        atMost: 15,
      },
      { name: 'opening the modal to the e-mail field, gzip', value: modal, unit: 'kB', atMost: 45 },
      { name: 'wallet frame, gzip', value: frameKb(), unit: 'kB', atMost: 62 },
      { name: '@privy-io/react-auth@1.99.1, provider and button, gzip', value: privy, unit: 'kB' },
      {
        name: 'packages of a host that installs @latchkey/react',
        value: packages.count,
        unit: '',
        atMost: 40,
      },
      { name: 'of them with an install script', value: packages.withScripts, unit: '', atMost: 0 },
    ],
  };
}
