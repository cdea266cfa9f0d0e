import type { DefaultTheme, HeadConfig, UserConfig } from 'vitepress';
import { sections } from './pages.ts';
import { pathOfPlace, type SitePlace, type SiteVersion } from './places.ts';
import { slugOf } from './slugOf.ts';

export interface SiteFacts {
  /** Release that the pages describe. */
  readonly version: string;
  readonly place: SitePlace;
  /** Address at which the newest release's site is published, without a slash at the end. */
  readonly url: string;
  readonly repository: string;
  readonly sdk: DefaultTheme.SidebarItem[];
}

/** Configuration of VitePress's theme, with the site's version for our own components. */
export interface SiteTheme extends DefaultTheme.Config {
  readonly version: SiteVersion;
}

/** Returns VitePress's configuration. The build passes the path at which the site is served as `--base`. */
export function createConfig({ version, place, url, repository, sdk }: SiteFacts): UserConfig<SiteTheme> {
  const label = place === 'next' ? 'next' : version;
  const isNewest = place === 'latest';
  return {
    lang: 'en',
    title: 'Latchkey',
    titleTemplate: ':title · Latchkey',
    description: 'Self-hosted login and embedded wallets, open source under Apache-2.0.',
    srcDir: '.cache/pages',
    outDir: `dist/${place}`,
    cacheDir: '.cache/vite',
    cleanUrls: true,
    metaChunk: true,
    // The build cannot check a link to a service on the reader's own machine.
    ignoreDeadLinks: [/^https?:\/\/localhost/],
    sitemap: { hostname: `${url}/${pathOfPlace(place)}` },
    // The search index and the API's page are larger than Vite recommends. They load only when a reader opens them.
    vite: { build: { chunkSizeWarningLimit: 4_000 } },
    head: [
      ['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }],
      ['meta', { name: 'theme-color', content: '#4f46e5' }],
      // Search engines are to list only the newest release.
      ...(isNewest ? [] : [['meta', { name: 'robots', content: 'noindex' }] satisfies HeadConfig]),
    ],
    markdown: {
      anchor: { slugify: slugOf },
      // A path such as `/apps/{id}` is text.
      attrs: { disable: true },
      toc: { level: [2, 3] },
      theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    },
    themeConfig: {
      version: { place, label },
      logo: { light: '/logo.svg', dark: '/logo-dark.svg', alt: '' },
      siteTitle: 'Latchkey',
      nav: [
        { text: 'Start', link: '/guide/first-app' },
        { text: 'Reference', link: '/reference/settings' },
        { text: 'Playground', link: '/playground' },
        { text: 'Security', link: '/guide/security' },
        {
          text: label,
          items: [
            { component: 'VersionLinks' },
            { text: 'Changelog', link: `${repository}/blob/main/CHANGELOG.md` },
            { text: 'Releases', link: `${repository}/releases` },
          ],
        },
      ],
      sidebar: { '/': listSections(sdk, false), '/reference/sdk/': listSections(sdk, true) },
      outline: { level: [2, 3], label: 'On this page' },
      search: { provider: 'local', options: { miniSearch } },
      socialLinks: [{ icon: 'github', link: repository }],
      editLink: {
        text: 'Edit this page',
        pattern: ({ frontmatter }) => String(frontmatter.editUrl),
      },
      docFooter: { prev: 'Previous', next: 'Next' },
      footer: { message: 'Apache-2.0' },
      externalLinkIcon: false,
    },
  };
}

/** Indexes the parts of a name too, so that `color` finds `accent_color`. */
const miniSearch: NonNullable<DefaultTheme.LocalSearchOptions['miniSearch']> = {
  options: {
    tokenize: (text) => {
      const words = text.split(/[\n\r\p{Z}\p{P}\p{S}]+/u);
      return [...words, ...(text.match(/\w+(?:[._]\w+)+/g) ?? [])].filter((word) => word !== '');
    },
  },
  searchOptions: {
    fuzzy: 0.2,
    prefix: true,
    boost: { title: 4, titles: 1, text: 1 },
    // Prefers guides, and the first section of a page. A term with an underscore is an error code or a setting, so it
    // prefers the reference.
    boostDocument: (id, term, facts) => {
      const path = String(id);
      const place = (facts?.titles as readonly string[] | undefined)?.length === 0 ? 3 : 1;
      if (path.includes('/reference/sdk/')) return 0.3 * place;
      if (path.includes('/reference/api')) return 0.5;
      if (term.includes('_')) return path.includes('/reference/') ? 4 : 1;
      return (path.includes('/guide/') ? 4 : 1) * place;
    },
  },
};

/** Returns the sidebar's groups: each task with its pages. */
function listSections(sdk: DefaultTheme.SidebarItem[], isSdk: boolean): DefaultTheme.SidebarItem[] {
  return sections.map(({ task, pages }, index) => ({
    text: task,
    // VitePress would draw a group without a link as a button that contains another button.
    link: linkTo(pages[0]?.path ?? ''),
    collapsed: isSdk ? task !== 'Reference' : index > 2,
    items: pages.map(({ label, path }) => {
      const item = { text: label, link: linkTo(path) };
      return path === 'reference/sdk/index' ? { ...item, collapsed: !isSdk, items: sdk } : item;
    }),
  }));
}

const linkTo = (path: string) => `/${path.replace(/(^|\/)index$/, '$1')}`;

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28"><rect fill="#4f46e5" height="28" rx="8" width="28"/><path d="M14 7a4 4 0 0 1 1.6 7.67L16.8 21h-5.6l1.2-6.33A4 4 0 0 1 14 7Z" fill="#fff"/></svg>';
