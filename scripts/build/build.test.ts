import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withNeeded } from '../build.ts';
import { hashOf, root } from './contentHash.ts';
import { removeOrphans } from './removeOrphans.ts';

let folder: string;
const write = (path: string, text = '') => {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
};

beforeEach(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  folder = mkdtempSync(join(root, '.cache/build-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('hashOf', () => {
  const hash = (settings?: object) => hashOf([relative(root, folder)], settings);

  it('the hash of sources changes with a content, a name or a setting, but not with a test or an output', async () => {
    write('src/a.ts', 'one');
    const first = await hash();
    write('src/a.test.ts', 'a test');
    write('dist/a.js', 'an output');
    expect(await hash()).toBe(first);
    expect(await hash({ url: 'x' })).not.toBe(first);

    write('src/a.ts', 'two');
    const second = await hash();
    expect(second).not.toBe(first);
    rmSync(join(folder, 'src/a.ts'));
    write('src/b.ts', 'two');
    expect(await hash()).not.toBe(second);
  });
});

describe('withNeeded', () => {
  it('a build of the packages includes the frame, because they import files of its build', () => {
    expect(withNeeded(['libraries'])).toEqual(['libraries', 'frame']);
    expect(withNeeded(['frame', 'libraries'])).toEqual(['frame', 'libraries']);
    expect(withNeeded(['demo'])).toEqual(['demo']);
  });
});

describe('removeOrphans', () => {
  it('removeOrphans removes outputs of tests and outputs without a source, and keeps all others', async () => {
    for (const path of ['src/a.ts', 'src/in/b.tsx', 'src/c.testkit.ts']) write(path);
    const outputs = ['a.js', 'a.d.ts', 'in/b.js', 'gone.js', 'in/gone.d.ts', 'c.testkit.js', '.tsbuildinfo'];
    for (const path of outputs) write(`dist/${path}`);
    await removeOrphans(relative(root, join(folder, 'src')), relative(root, join(folder, 'dist')));
    const left = readdirSync(join(folder, 'dist'), { recursive: true }).map(String).sort();
    expect(left).toEqual(['.tsbuildinfo', 'a.d.ts', 'a.js', 'in', 'in/b.js']);
  });
});
