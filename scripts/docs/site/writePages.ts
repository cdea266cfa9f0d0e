import { existsSync, statSync } from 'node:fs';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type DocPage, pages } from '../../../apps/docs/src/pages.ts';
import { root } from '../../build/contentHash.ts';
import { toSitePage } from './toSitePage.ts';

/** Folder of the site's package, and the one from which VitePress reads the pages. */
export const siteFolder = join(root, 'apps/docs');
export const pagesFolder = join(siteFolder, '.cache/pages');

/** Pages that the repository has as Markdown, by file. */
const known = new Map(pages.flatMap((page) => (page.source === null ? [] : [[page.source, page] as const])));

export interface WrittenPage extends DocPage {
  /** Markdown, with links that work on the site. */
  readonly text: string;
}

/**
 * Writes the pages that come from the repository's Markdown, with the images that they show. Links to files that are
 * not pages lead to the repository.
 *
 * @param repository its address
 */
export async function writePages(repository: string): Promise<WrittenPage[]> {
  const images = new Set<string>();
  const convert = async (source: string) =>
    toSitePage(
      source,
      await readFile(join(root, source), 'utf8'),
      `${repository}/blob/main/${source}`,
      (target, isImage) => {
        if (isImage) images.add(target);
        return isImage ? `/${target.replace(/^docs\//, '')}` : addressOf(target, repository);
      },
    );
  const written = await Promise.all(
    [...known].map(async ([source, page]) => {
      const text = await convert(source);
      // A list of all settings or routes beside the page would be too long to use.
      const outline = /^reference\/(?:settings|api)$/.test(page.path) ? { outline: 2 } : {};
      await writePage(page, `${repository}/edit/main/${source}`, text, outline);
      return { ...page, text };
    }),
  );
  await writeFile(join(pagesFolder, 'index.md'), await convert('apps/docs/home.md'));
  for (const image of images) {
    const target = join(pagesFolder, 'public', image.replace(/^docs\//, ''));
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(root, image), target);
  }
  return written;
}

/**
 * Writes a page with its title, which is its first heading.
 *
 * @param editUrl address at which it can be changed, or null
 * @param more further entries of its frontmatter
 */
export async function writePage(
  page: Pick<DocPage, 'path' | 'about'>,
  editUrl: string | null,
  text: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const file = join(pagesFolder, `${page.path}.md`);
  const edit = editUrl ? { editUrl } : { editLink: false };
  const facts = { title: titleOf(text), description: page.about, ...edit, ...more };
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, ['---', ...lines, '---', '', text].join('\n'));
}

export function titleOf(text: string): string {
  const [, title] = /^# (.+)$/m.exec(text) ?? [];
  if (title === undefined) throw new Error(`A page has no heading: ${text.slice(0, 80)}`);
  return title.replaceAll('`', '');
}

/** Returns where a link to a file of the repository leads: to its page, or to the repository. */
function addressOf(target: string, repository: string): string {
  const [path = '', anchor] = target.split('#');
  const hash = anchor ? `#${anchor}` : '';
  const page = known.get(path);
  if (page) return `/${page.path.replace(/(^|\/)index$/, '$1')}${hash}`;
  const file = join(root, path);
  const isFolder = existsSync(file) && statSync(file).isDirectory();
  return `${repository}/${isFolder ? 'tree' : 'blob'}/main/${path.replace(/\/$/, '')}${hash}`;
}
