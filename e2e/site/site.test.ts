import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@latchkey/testkit';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { docsUrl } from '../../packages/wire/src/errors.ts';
import { root } from '../../scripts/build/contentHash.ts';
import { joinSite } from '../../scripts/docs/site/joinSite.ts';
import { bin, run } from '../../scripts/run.ts';
import { findBarriers, lookInBothSchemes, type SharedBrowser, shareBrowser } from '../harness/index.ts';
import { type BuiltPage, readSite } from './readSite.ts';
import { type SiteServer, serveSite } from './serveSite.ts';

// The documentation as readers get it. Its build takes longer than a test of `npm test` may, so the wide run has it.

const built = join(root, 'apps/docs/dist');
const folder = join(built, 'latest');
const base = `${new URL(docsUrl).pathname}/`;
/** Paths with a layout of their own. */
const layouts = [
  '',
  'playground',
  'guide/react',
  'reference/errors',
  'reference/sdk/@latchkey/core/functions/createClient',
  'a-path-that-does-not-exist',
];

let pages: readonly BuiltPage[];
let site: SiteServer;
let browser: SharedBrowser;

beforeAll(async () => {
  await run(bin('tsx'), ['--conditions=@latchkey/source', 'scripts/docs.ts', 'build', 'latest', 'next']);
  [pages, site, browser] = await Promise.all([
    readSite(folder, base),
    serveSite(folder, base),
    shareBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const addressOf = (path: string) => `${site.origin}${base}${path}`;

async function openSite(screen: 'desktop' | 'phone'): Promise<{ page: Page; requested: string[] }> {
  const { newPage } = await browser.open({ screen });
  const page = await newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  return { page, requested };
}

describe('the documentation site', () => {
  it('every page of the site has a title of its own, a description and one first heading', () => {
    expect(pages.length).toBeGreaterThan(50);
    const titles = pages.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
    expect(titles.filter((title) => title === '')).toEqual([]);
    expect(pages.filter(({ firstHeadings }) => firstHeadings !== 1).map(({ path }) => path)).toEqual([]);
    expect(pages.filter(({ description }) => description === '').map(({ path }) => path)).toEqual([]);
  });

  it('every link inside the site leads to a page and a heading that exist', async () => {
    const ids = new Map(pages.map((page) => [page.path, page.ids]));
    const files = ['llms.txt', 'llms-full.txt'];
    const dead = pages.flatMap(({ path, links }) =>
      links
        .filter((link) => {
          const [target = '', anchor] = link.split('#');
          if (files.includes(target)) return false;
          return !ids.has(target) || (anchor && !ids.get(target)?.has(anchor));
        })
        .map((link) => `${path} → ${link}`),
    );
    expect(dead).toEqual([]);
    const answers = await Promise.all(pages.map(async ({ path }) => (await fetch(addressOf(path))).status));
    expect(new Set(answers)).toEqual(new Set([200]));
  });

  it('no page of the site calls another origin, and none is wider than a phone', async () => {
    const { page, requested } = await openSite('phone');
    const wide: string[] = [];
    for (const { path } of pages) {
      await page.goto(addressOf(path));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > 390) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);
    expect(requested.length).toBeGreaterThan(pages.length);
    expect(requested.filter((url) => !url.startsWith(site.origin) && !url.startsWith('data:'))).toEqual([]);
  });

  it.each(['desktop', 'phone'] as const)(
    'a page of each layout has no accessibility violations on a %s',
    async (screen) => {
      const { page } = await openSite(screen);
      for (const path of layouts) {
        await page.goto(addressOf(path));
        await page.locator('h1').waitFor();
        await lookInBothSchemes(page, async (scheme) => {
          expect(await findBarriers(page), `${path} ${scheme}`).toEqual([]);
        });
      }
    },
  );

  it.each([
    ['passkey', 'guide/passkeys'],
    ['accent_color', 'reference/settings#accent_color'],
    ['origin_not_allowed', 'reference/errors#origin_not_allowed'],
  ])('a search for %s finds %s first, without a request to a service', async (words, path) => {
    const { page, requested } = await openSite('desktop');
    await page.goto(addressOf('guide/react'));
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill(words);
    const results = page.locator('.results a');
    await expect.poll(() => results.first().getAttribute('href')).toMatch(new RegExp(`^${base}${path}`));
    await results.first().click();
    await page.waitForURL((url) => `${url.pathname}${url.hash}`.startsWith(`${base}${path}`));
    expect(requested.filter((url) => !url.startsWith(site.origin))).toEqual([]);
  });

  it('an install command is shown for three package managers, and copied with one press', async () => {
    const { page } = await openSite('desktop');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.origin });
    await page.goto(addressOf('guide/jest'));
    const tabs = page.locator('.vp-code-group').first();
    await tabs.locator('label', { hasText: 'pnpm' }).click();
    await tabs.locator('.active').getByRole('button', { name: 'Copy Code' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/^pnpm add /);
  });

  it('the playground shows a screen in the chosen theme and language, loads the wallet frame, and requests nothing from another origin', async () => {
    const { page, requested } = await openSite('desktop');
    await page.goto(addressOf('playground'));
    const modal = page.frameLocator('.playground iframe').locator('latchkey-modal');
    await modal.getByText('Log in or sign up').waitFor();
    await page.getByLabel('Language').selectOption({ label: 'German' });
    await modal.getByText('Anmelden oder registrieren').waitFor();
    await page.getByLabel('Screen').selectOption('MFA_ENROLLMENT_TOTP_SCREEN');
    await page.getByLabel('Theme').selectOption('dark');
    // The secret comes from the stand-in for the wallet frame, which is below the site's path.
    await modal.locator('[data-secret]').waitFor();
    expect(requested.some((url) => url.startsWith(addressOf('gallery/frame.html')))).toBe(true);
    expect(requested.filter((url) => !url.startsWith(site.origin) && !/^(?:data|blob):/.test(url))).toEqual(
      [],
    );
  });

  it('the REST API is there as an OpenAPI document', async () => {
    const document = (await (await fetch(addressOf('openapi.json'))).json()) as { paths: object };
    expect(Object.keys(document.paths)).toContain('/api/v1/passwordless/init');
  });

  it('llms.txt lists more than fifty pages, all of which exist, and llms-full.txt contains the text of the error page', async () => {
    const [list, full] = await Promise.all(
      ['llms.txt', 'llms-full.txt'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    const listed = [...(list ?? '').matchAll(/\]\(([^)]+)\)/g)]
      .map(([, url = '']) => url.slice(docsUrl.length + 1))
      .filter((path) => !/\.(?:txt|json)$/.test(path));
    const known = pages.map(({ path }) => path);
    expect(listed.length).toBeGreaterThan(50);
    expect(listed.filter((path) => !known.includes(path))).toEqual([]);
    expect(full).toContain('## origin_not_allowed');
  });
});

describe('the documentation site with several versions', () => {
  const next = `${base}next/`;
  let joined: string;
  let versions: SiteServer;
  beforeAll(async () => {
    // The release's build is this checkout's: the versions differ only in their place.
    const releases = temporaryFolder('releases');
    await cp(folder, join(releases, 'v0.2.0/latest'), { recursive: true });
    joined = join(temporaryFolder('versions'), 'site');
    await joinSite({ releases, built, version: '0.2.0' }, joined);
    // A page that the release does not have.
    await rm(join(joined, 'guide/jest.html'));
    versions = await serveSite(joined, base);
  });
  afterAll(() => versions?.close());

  const openVersions = async (screen: 'desktop' | 'phone', path: string): Promise<Page> => {
    const page = await (await browser.open({ screen })).newPage();
    await page.goto(`${versions.origin}${path}`);
    return page;
  };
  const follow = async (page: Page, name: string) => {
    await page.getByRole('button', { name: /^(?:next|\d+\.\d+\.\d+)$/ }).hover();
    await page.locator('.VPNavBar .version-links').getByRole('link', { name, exact: true }).click();
  };

  it('the menu of versions leads to the same heading of the other version', async () => {
    const page = await openVersions('desktop', `${base}reference/errors#origin_not_allowed`);
    await follow(page, 'next');
    await page.waitForURL(`${versions.origin}${next}reference/errors#origin_not_allowed`);
    await page.getByText('This page is about changes that are not released yet.').waitFor();
    await follow(page, '0.2.0');
    await page.waitForURL(`${versions.origin}${base}reference/errors#origin_not_allowed`);
  });

  it('the menu of versions leads to the start page if the other version has no such page', async () => {
    const page = await openVersions('desktop', `${next}guide/jest`);
    await follow(page, '0.2.0');
    await page.waitForURL(`${versions.origin}${base}`);
  });

  it('the menu of versions is there on a phone', async () => {
    const page = await openVersions('phone', `${next}guide/react`);
    await page.getByRole('button', { name: 'mobile navigation' }).click();
    await page.locator('.VPNavScreen').getByRole('button', { name: 'next' }).click();
    await page.locator('.VPNavScreen').getByRole('link', { name: '0.2.0' }).click();
    await page.waitForURL(`${versions.origin}${base}guide/react`);
  });

  it('links and search results of a version stay in that version, except the link to the newest release', async () => {
    const pagesOfNext = await readSite(join(built, 'next'), base);
    expect(pagesOfNext.map(({ path }) => path).sort()).toEqual(pages.map(({ path }) => path).sort());
    const outside = pagesOfNext.flatMap(({ path, links }) =>
      links.filter((link) => !link.startsWith('next/') && link !== '').map((link) => `${path} → ${link}`),
    );
    expect(outside).toEqual([]);
    const page = await openVersions('desktop', `${next}guide/react`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('searchbox').fill('passkey');
    const results = page.locator('.results a');
    await expect.poll(() => results.count()).toBeGreaterThan(3);
    const found = await results.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(found.filter((href) => !href.startsWith(next))).toEqual([]);
  });

  it('search engines are led to the newest release, and llms.txt of a version lists its own pages', async () => {
    const [newest, other] = await Promise.all(
      ['latest', 'next'].map((place) => readFile(join(built, place, 'guide/react.html'), 'utf8')),
    );
    expect(newest).not.toContain('content="noindex"');
    expect(other).toContain('content="noindex"');
    const list = await readFile(join(built, 'next/llms.txt'), 'utf8');
    expect(list).toContain(`${docsUrl}/next/guide/react`);
    expect(list).not.toContain(`${docsUrl}/guide/react`);
  });
});
