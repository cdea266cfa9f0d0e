import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sections } from '../../../apps/docs/src/pages.ts';
import { pagesFolder, titleOf, type WrittenPage } from './writePages.ts';

const introduction = [
  '# Latchkey',
  '> Self-hosted login and embedded wallets for web apps, open source under Apache-2.0. Apps embed a React modal and a client SDK; the operator runs one process and one database on their own domain.',
];

/**
 * Writes `llms.txt`, which lists the pages for language models, and `llms-full.txt`, which contains the text of those
 * that come from Markdown.
 *
 * @param url address of the site, without a slash at the end
 */
export async function printLlms(url: string, written: readonly WrittenPage[]): Promise<void> {
  const lists = sections.map(({ task, pages }) => {
    const lines = pages.map(({ label, path, about }) => `- [${label}](${addressOf(url, path)}): ${about}`);
    return `## ${task}\n\n${lines.join('\n')}`;
  });
  const files = [
    `- [All pages in one file](${url}/llms-full.txt)`,
    `- [OpenAPI document of the REST API](${url}/openapi.json)`,
  ].join('\n');
  const full = [files, ...lists];
  const texts = written.map(({ path, text }) => {
    const absolute = text
      .replace(/\]\(\/(?!\/)/g, `](${url}/`)
      .replaceAll('&lt;', '<')
      .replaceAll('&#123;', '{');
    return `<!-- ${titleOf(text)}: ${addressOf(url, path)} -->\n\n${absolute.trim()}`;
  });
  const folder = join(pagesFolder, 'public');
  await writeFile(join(folder, 'llms.txt'), `${[...introduction, ...full].join('\n\n')}\n`);
  await writeFile(join(folder, 'llms-full.txt'), `${[...introduction, ...texts].join('\n\n')}\n`);
}

const addressOf = (url: string, path: string) => `${url}/${path.replace(/(^|\/)index$/, '$1')}`;
