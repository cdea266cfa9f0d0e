import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { installPublishedClients } from '../../conformance/install.ts';
import type { BenchResult } from '../result.ts';
import { inRounds, overRounds } from '../rounds.ts';
import { everyRow, onFirstVisit, type PageFixture, startPageFixture } from './fixture.ts';
import { hostPackages } from './hostPackages.ts';
import { kbOf, type Traffic, trafficOf } from './traffic.ts';

const rounds = 5;
const globals = fileURLToPath(new URL('../../conformance/host/globals.js', import.meta.url));
const conformance = fileURLToPath(new URL('../../conformance', import.meta.url));

/** Measures the scripts that a page loads until its button is there and it is quiet, in kB. */
const startKb = ({ origin }: PageFixture, name: string): Promise<number> =>
  onFirstVisit(async (page) => {
    const traffic = await trafficOf(page, async () => {
      await page.goto(`${origin}/${name}.html`);
      await page.locator('#open').waitFor();
    });
    return kbOf(traffic, /\.js$/);
  });

/** Measures the requests after a click on the button until the email field is there and the page is quiet. */
const openingOf = ({ origin }: PageFixture): Promise<Traffic> =>
  onFirstVisit(async (page) => {
    await trafficOf(page, () => page.goto(`${origin}/latchkey.html`));
    return trafficOf(page, async () => {
      await page.locator('#open').click();
      await page.locator('input[type=email]').waitFor();
    });
  });

/** Returns the compressed size of the frame's script that holds keys, in kB. */
function frameKb(): number {
  const pages = new URL('../../packages/frame/dist/pages/', import.meta.url);
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', pages), 'utf8')) as {
    files: Record<string, unknown>;
  };
  return Object.keys(manifest.files)
    .filter((file) => /^vault-.*\.js$/.test(file))
    .map((file) => gzipSync(readFileSync(new URL(file, pages)), { level: 9 }).length / 1000)
    .reduce((sum, kb) => sum + kb, 0);
}

/** Measures our client in a host page. */
async function measureOurs(): Promise<{ start: number; opening: Traffic }[]> {
  const fixture = await startPageFixture(
    { latchkey: './hosts/latchkey.tsx', react: './hosts/react.tsx' },
    { app: everyRow },
  );
  return inRounds({ rounds }, async () => ({
    start: (await startKb(fixture, 'latchkey')) - (await startKb(fixture, 'react')),
    opening: await openingOf(fixture),
  })).finally(fixture.close);
}

/** Measures the published client in a host page that is built in the same way. */
async function measurePublished(): Promise<number[]> {
  await installPublishedClients();
  const fixture = await startPageFixture(
    { privy: '../../conformance/host/button.jsx', react: '../../conformance/host/react.jsx' },
    {
      base: conformance,
      inject: { Buffer: [globals, 'Buffer'], process: [globals, 'process'] },
      define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    },
  );
  return inRounds(
    { rounds },
    async () => (await startKb(fixture, 'privy')) - (await startKb(fixture, 'react')),
  ).finally(fixture.close);
}

/** Measures what a host page downloads, without React, and the same for the published client. */
export async function sizeBench(): Promise<BenchResult> {
  const ours = await measureOurs();
  const published = await measurePublished();
  const packages = hostPackages('@latchkey/react');
  return {
    bench: 'size',
    figures: [
      {
        name: 'start-up JavaScript, provider and button, gzip',
        unit: 'kB',
        atMost: 18.25,
        ...overRounds(ours, ({ start }) => start),
      },
      {
        name: 'click to a quiet page, e-mail field shown: every request of the page, gzip',
        unit: 'kB',
        atMost: 55,
        ...overRounds(ours, ({ opening }) => opening.kb),
      },
      {
        name: 'requests of it, preflights included',
        unit: '',
        atMost: 8,
        ...overRounds(ours, ({ opening }) => opening.visits.length),
      },
      {
        name: 'scripts of it that wait for one another',
        unit: '',
        atMost: 2,
        ...overRounds(ours, ({ opening }) => opening.levels),
      },
      { name: 'wallet frame, gzip', value: frameKb(), unit: 'kB', atMost: 63 },
      {
        name: '@privy-io/react-auth@1.99.1, provider and button, gzip',
        unit: 'kB',
        ...overRounds(published, (kb) => kb),
      },
      {
        name: 'packages of a host that installs @latchkey/react',
        value: packages.count,
        unit: '',
        atMost: 11,
      },
      { name: 'of them with an install script', value: packages.withScripts, unit: '', atMost: 0 },
    ],
  };
}
