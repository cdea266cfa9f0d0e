import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildFrame } from '../../packages/frame/build.ts';
import { root } from '../build/contentHash.ts';
import { listBesideKeys } from './sizes.ts';
import { readTree } from './tree.ts';

const packagePath = 'packages/frame/';
let folder: string;
let bundled: readonly string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'latchkey-budget-'));
  bundled = (await buildFrame(folder)).besideKeys.map((path) => `${packagePath}${path}`);
});
afterAll(() => rm(folder, { recursive: true }));

describe("[S18] the budget of the code that runs on the vault's page", () => {
  const counted = listBesideKeys(readTree(root).files).map(({ path }) => path);

  it("the budget counts every own file that the bundler put into the scripts of the vault's page", () => {
    expect(bundled.length).toBeGreaterThan(80);
    expect(bundled).toEqual(
      expect.arrayContaining(
        ['main', 'password/worker', 'parts/farcaster'].map((name) => `${packagePath}src/${name}.ts`),
      ),
    );
    expect(bundled.filter((path) => !counted.includes(path))).toEqual([]);
  });

  it("the scripts of the vault's page contain no file of the folders that the budget leaves out", () => {
    const other = /^packages\/frame\/src\/(readable|approve|export|page|passkey\/popup|offline)\//;
    expect(bundled.filter((path) => other.test(path))).toEqual([]);
  });

  it("the budget counts only three files outside the scripts of the vault's page", () => {
    // The module that hosts import, a file with types only, and a part that only re-exports.
    const others = counted.filter((path) => !bundled.includes(path));
    expect(others).toEqual(
      ['addresses.ts', 'events/handler.ts', 'parts/cloud.ts'].map((file) => `${packagePath}src/${file}`),
    );
  });
});
