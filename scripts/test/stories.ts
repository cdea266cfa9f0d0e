import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/contentHash.ts';

/**
 * The tag of the tests with a browser that `npm test` runs: one story per capability, the attacks and the proofs of
 * custody. `npm run test:full` runs the others.
 */
export const storyTag = 'story';

/** A test or group with the tag, or a comment that gives it to all tests of a file. */
const tagged = /\btags: \[?'story'|@module-tag story\b/;

/** The test files below a folder, from the root, that have no story: `npm test` does not load them. */
export function findFilesWithoutStory(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path))
    .filter((path) => !tagged.test(readFileSync(join(root, path), 'utf8')));
}
