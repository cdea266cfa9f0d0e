import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../build/contentHash.ts';
import { treeOf } from '../check-rooms/tree.ts';
import { checkRooms } from '../check-rooms.ts';
import { guestListLines, isMethodName, roomFiles } from './roomFiles.ts';

describe('roomFiles', () => {
  it('lays out the three rooms with their tests', () => {
    expect(Object.keys(roomFiles('custom-token'))).toEqual([
      'packages/server/src/methods/custom-token/customToken.ts',
      'packages/server/src/methods/custom-token/customToken.test.ts',
      'packages/core/src/methods/customToken.ts',
      'packages/core/src/methods/customToken.test.ts',
      'packages/core/src/methods/kinds/customToken.ts',
      'packages/react/src/flow/kinds/customToken.ts',
      'packages/react/src/screens/methods/custom-token/CustomTokenEntry.tsx',
      'packages/react/src/screens/methods/custom-token/customTokenKind.ts',
    ]);
  });

  it('writes files that keep the house rules and import what exists', () => {
    const files = roomFiles('custom-token');
    const tree = treeOf(files);
    expect(checkRooms(tree)).toEqual([]);
    const targets = tree.files.flatMap((file) => file.imports.flatMap(({ target }) => target ?? []));
    expect(targets.filter((target) => !(target in files) && !existsSync(join(root, target)))).toEqual([]);
  });

  it('knows the guest lists', () => {
    const lines = guestListLines('custom-token');
    expect(Object.keys(lines).filter((path) => !existsSync(join(root, path)))).toEqual([]);
    expect(lines['packages/server/src/methods/index.ts']).toBe("'custom-token': customToken,");
  });

  it.each(['', 'Line', '../line', 'line-', 'cross app'])('refuses the name "%s"', (name) =>
    expect(isMethodName(name)).toBe(false),
  );
});
