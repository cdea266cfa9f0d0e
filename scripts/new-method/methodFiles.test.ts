import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { checkImports } from '../check-architecture/imports.ts';
import { treeOf } from '../check-architecture/tree.ts';
import { writeTree } from '../check-architecture/writeTree.testkit.ts';
import { checkArchitecture } from '../checkArchitecture.ts';
import { methodFiles, outsideLines, textLines } from './methodFiles.ts';
import { isMethodName } from './words.ts';

describe('methodFiles', () => {
  it('lays out the modules of every package, with their tests', () => {
    expect(Object.keys(methodFiles('one-tap'))).toEqual([
      'packages/wire/src/methods/one-tap.ts',
      'packages/wire/src/account-types/one-tap.ts',
      'packages/server/src/methods/one-tap/oneTap.ts',
      'packages/server/src/methods/one-tap/oneTap.test.ts',
      'packages/server/src/methods/one-tap/proveOneTap.ts',
      'packages/server/src/methods/one-tap/verifyOneTap.ts',
      'packages/core/src/methods/oneTap.ts',
      'packages/core/src/methods/oneTap.test.ts',
      'packages/core/src/methods/account-types/oneTap.ts',
      'packages/react/src/flow/account-types/oneTap.ts',
      'packages/react/src/screens/methods/one-tap/oneTapMethod.ts',
      'packages/react/src/screens/methods/one-tap/OneTapEntry.tsx',
      'packages/react/src/screens/methods/one-tap/OneTapView.tsx',
      'packages/react/src/texts/generated/en/oneTap.ts',
      'packages/react/src/screens/methods/one-tap/confirm.ts',
      'apps/gallery/src/states/methods/oneTap.ts',
    ]);
  });

  it('writes files that keep the rules of the architecture and import what exists', async () => {
    const files = methodFiles('one-tap');
    const tree = treeOf(files);
    expect(checkArchitecture(tree)).toEqual([]);
    expect(await checkImports(writeTree(files))).toEqual([]);
    const targets = tree.files.flatMap((file) => file.imports.flatMap(({ target }) => target ?? []));
    expect(targets.filter((target) => !(target in files) && !existsSync(join(root, target)))).toEqual([]);
  });

  it('knows the lists, and where their lines stand', () => {
    for (const { path, after } of [...outsideLines('one-tap'), ...textLines('one-tap')])
      expect(readFileSync(join(root, path), 'utf8'), path).toContain(after ?? '');
  });

  it.each(['', 'Line', '../line', 'line-', 'cross app'])('refuses the name "%s"', (name) =>
    expect(isMethodName(name)).toBe(false),
  );
});
