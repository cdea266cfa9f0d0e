import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { installPublishedClients } from '../../conformance/install.ts';
import { launchBrowser, withMotion } from '../../e2e/harness/index.ts';
import type { BenchResult } from '../result.ts';
import { everyRow, type PageFixture, startPageFixture } from './fixture.ts';
import { hostPackages } from './hostPackages.ts';
import { type Traffic, trafficOf } from './traffic.ts';

const globals = fileURLToPath(new URL('../../conformance/host/globals.js', import.meta.url));
const conformance = fileURLToPath(new URL('../../conformance', import.meta.url));

/** What a page asks for until its button is there and it is quiet. */
async function startOf(fixture: PageFixture, name: string): Promise<Traffic> {
  const browser = await launchBrowser(withMotion);
  const page = await browser.newPage();
  const traffic = await trafficOf(page, async () => {
    await page.goto(`${fixture.origin}/${name}.html`);
    await page.locator('#open').waitFor();
  });
  await browser.close();
  return traffic;
}

const startKb = async (fixture: PageFixture, name: string) => kbOf(await startOf(fixture, name), /\.js$/);

function kbOf({ visits }: Traffic, wanted: RegExp): number {
  return visits.filter(({ url }) => wanted.test(url)).reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
}

/** What a click on the button asks for until the e-mail field is there and the page is quiet. */
async function openingOf(fixture: PageFixture): Promise<Traffic> {
  const browser = await launchBrowser(withMotion);
  const page = await browser.newPage();
  await trafficOf(page, () => page.goto(`${fixture.origin}/latchkey.html`));
  const traffic = await trafficOf(page, async () => {
    await page.locator('#open').click();
    await page.locator('input[type=email]').waitFor();
  });
  await browser.close();
  return traffic;
}

/** kB of the script that holds keys, from the frame's build, as `npm run size` counts it; the other pages' budgets are the build's. */
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

/** What a host page downloads, React not counted, beside the published client built the same way. */
export async function sizeBench(): Promise<BenchResult> {
  const fixture = await startPageFixture(
    { latchkey: './hosts/latchkey.tsx', react: './hosts/react.tsx' },
    { app: everyRow },
  );
  const [start, react, opening] = [
    await startKb(fixture, 'latchkey'),
    await startKb(fixture, 'react'),
    await openingOf(fixture),
  ];
  await fixture.close();

  await installPublishedClients();
  const published = await startPageFixture(
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
        atMost: 18.25,
      },
      {
        name: 'click to a quiet page, e-mail field shown: every request of the page, gzip',
        value: opening.kb,
        unit: 'kB',
        atMost: 56,
      },
      { name: 'requests of it, preflights included', value: opening.visits.length, unit: '', atMost: 8 },
      { name: 'scripts of it that wait for one another', value: opening.levels, unit: '', atMost: 2 },
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
