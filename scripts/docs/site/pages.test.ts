import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pages } from '../../../apps/docs/src/pages.ts';
import { root } from '../../build/contentHash.ts';

const sources = pages.flatMap(({ source }) => source ?? []);

describe('the pages of the documentation site', () => {
  it('every guide and every page of the reference is on the site, and the source of each page exists', () => {
    const folders = ['docs/guide', 'docs/reference'];
    const files = folders.flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    );
    expect(files.filter((file) => file.endsWith('.md') && !sources.includes(file))).toEqual([]);
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
  });

  it('no two pages have the same path, and every description is a short line that ends with a full stop', () => {
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length);
    expect(pages.filter(({ about }) => !/^[^\n]{10,160}\.$/.test(about))).toEqual([]);
  });
});
