import { join } from 'node:path';
import { pages } from '../../../apps/docs/src/pages.ts';
import { exhibits } from '../../../apps/gallery/src/states/index.ts';
import { root } from '../../build/contentHash.ts';
import { readCatalogues } from '../../messages/readCatalogues.ts';
import { bin, run } from '../../run.ts';
import { pagesFolder, writePage } from './writePages.ts';

const text = `# Playground

Every screen of the modal and every hosted page in its states, with the code that apps use. Each state has its own network replies, so nothing is sent. [Appearance and languages](/guide/looks) shows how to set theme, colours and texts in your app.

<Playground />
`;

/** Builds the gallery into the site's files, and writes the page that shows it. */
export async function buildPlayground(): Promise<void> {
  const page = pages.find(({ path }) => path === 'playground');
  if (!page) throw new Error('The list of pages has no playground.');
  const languages = readCatalogues(join(root, 'messages')).map(({ language }) => language);
  const states = exhibits.map(({ name }) => name);
  await writePage(page, null, text, {
    aside: false,
    states,
    languages: ['en', ...languages.filter((name) => name !== 'en')],
  });
  const outDir = join(pagesFolder, 'public/gallery');
  await run(
    bin('vite'),
    [
      'build',
      'apps/gallery',
      '--base',
      // Relative, because the site is built for several paths.
      './',
      '--outDir',
      outDir,
      '--emptyOutDir',
      '--logLevel',
      'warn',
    ],
    { env: { NODE_ENV: 'production' } },
  );
}
