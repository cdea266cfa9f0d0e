import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../build/contentHash.ts';

/** Tag of the browser tests that `npm test` runs. */
export const storyTag = 'story';

/** Matches a test or group with the tag, or a comment that sets it for all tests of a file. */
const tagged = /\btags: \[?'story'|@module-tag story\b/;

/** Returns the test files below a folder, relative to the root, that have no story: `npm test` does not load them. */
export function findFilesWithoutStory(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path))
    .filter((path) => !tagged.test(readFileSync(join(root, path), 'utf8')));
}
