import { afterEach, beforeEach, expect, it } from 'vitest';
import { guestListImports, guestListLines, roomFiles } from '../../room/roomFiles.ts';
import { type Copy, copyHouses } from './copy.ts';
import { addAct, addId, addRoute, joinMethod } from './line.ts';

// Follows docs/recipes in a copy of the sources: what is red where the recipe says so, and what compiles in the end.

let copy: Copy;
beforeEach(async () => {
  copy = await copyHouses();
});
afterEach(() => copy.remove());

/** The list of each house, and how it begins. */
const lists = {
  'packages/core/src/methods/kinds/index.ts': 'export const accountKinds = {\n',
  'packages/react/src/flow/kinds/index.ts': 'const kinds = {\n',
  'packages/react/src/screens/methods/index.ts': 'const kinds = {\n',
  'packages/server/src/methods/index.ts': 'export const methods = {\n',
};

it('the recipe of a login method: the wire alone is red in the lists, and compiles with rooms and lines', async () => {
  await addRoute(copy);
  await addId(copy);
  await joinMethod(copy);
  // The service takes the methods by their ids: it is red until the server's list is not.
  expect(await copy.check()).toEqual([...Object.keys(lists), 'packages/server/src/service.ts'].sort());

  for (const [path, text] of Object.entries(roomFiles('line'))) await copy.write(path, text);
  for (const [path, beginning] of Object.entries(lists)) {
    await copy.insert(path, ' */\n', `${guestListImports('line')[path]}\n`);
    await copy.insert(path, beginning, `${guestListLines('line')[path]}\n`);
  }
  await addAct(copy);
  expect(await copy.check()).toEqual([]);
});

it('the recipe of a route: its name is none, and its limit red, until a feature that is listed has it', async () => {
  await addRoute(copy);
  expect(await copy.check()).toContain('packages/wire/src/rateLimits.ts');
});
