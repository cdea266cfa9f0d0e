import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** A built page, as far as its HTML says without running scripts. */
export interface BuiltPage {
  /** Path on the site, such as `guide/vite`; '' is the start page. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly firstHeadings: number;
  readonly ids: ReadonlySet<string>;
  /** Targets of links to pages of the site, relative to its base, with their anchors. */
  readonly links: readonly string[];
}

/**
 * Reads all pages of a built site, except the one for unknown paths and those of the gallery.
 *
 * @param base path at which the site is served, with a slash at both ends
 */
export async function readSite(folder: string, base: string): Promise<BuiltPage[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(({ name, parentPath }) => name.endsWith('.html') && !parentPath.includes(join(folder, 'gallery')))
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((file) => file !== join(folder, '404.html'));
  return Promise.all(
    files.map(async (file) => {
      const html = await readFile(file, 'utf8');
      return {
        path: pathOf(relative(folder, file).split(sep).join('/')),
        title: decode(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
        description: decode(/<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? ''),
        firstHeadings: html.match(/<h1[ >]/g)?.length ?? 0,
        ids: new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => decode(id))),
        links: [...html.matchAll(/<a [^>]*href="([^"]+)"/g)]
          .map(([, href = '']) => decode(href))
          .filter((href) => href.startsWith(base))
          .map((href) => decodeURI(href.slice(base.length))),
      };
    }),
  );
}

/** Returns a path as links name it: `a/index.html` is `a/`, and `b.html` is `b`. */
const pathOf = (file: string) => file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '');

const decode = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
