import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundleHost, type HostChunk, withImports } from './build/bundleHost.ts';
import { root } from './build/contentHash.ts';
import { buildAll } from './build.ts';
import { bin, runShown } from './run.ts';

/**
 * Checks what users download against the budgets of `.size-limit.json`: a host page with provider and button, what
 * opening the modal adds, what the list of ways to fund adds to a review, and the wallet frame. React belongs to the
 * host and is not counted. Refuses files that are too small to be worth a request.
 */
const host = join(root, 'bench/client/hosts/latchkey.tsx');
const react = join(root, 'packages/react/dist/parts');
const core = join(root, 'packages/core/dist/parts');
const folder = join(root, '.cache/size');
/** Minimum size of a file, in compressed bytes. */
const smallest = 900;

await Promise.all([buildAll({ only: ['libraries'] }), rm(folder, { recursive: true, force: true })]);
const chunks = await bundleHost({ host }, { external: [/^react($|\/)/, /^react-dom($|\/)/] });
const atStart = loadedFor(host);
const withModal = loadedFor(`${react}/modal.js`);
const withReview = loadedFor(`${react}/transactions-screens.js`, `${core}/transactions.js`);
const withFunding = loadedFor(`${react}/funding-screens.js`, `${core}/funding.js`);
await collect('start', [...atStart]);
await collect('modal', without(withModal, atStart));
await collect('funding', without(withFunding, atStart, withModal, withReview));
const isGood = (await runShown(bin('size-limit'), [])) === 0;
const small = chunks.filter(isTooSmall);
for (const { fileName, moduleIds } of small) {
  console.error(
    `${fileName} has less than ${smallest} bytes, and is fetched for itself (${moduleIds.join(', ')}). ` +
      'Name its source, or better its folder, in a part of scripts/build/bundleLibraries.ts that is loaded when it is.',
  );
}
process.exit(isGood && small.length === 0 ? 0 : 1);

/** True if a file is not worth a request. Files with only the bundler's own code do not count. */
function isTooSmall({ code, moduleIds }: HostChunk): boolean {
  const isOurs = moduleIds.some((id) => id !== '\0rolldown/runtime.js');
  return isOurs && gzipSync(code).length < smallest;
}

/** Returns the files that load with the given sources. */
function loadedFor(...entries: readonly string[]): Set<HostChunk> {
  return new Set(entries.flatMap((entry) => [...withImports(chunks, chunkOf(entry))]));
}

function without(files: Set<HostChunk>, ...earlier: readonly Set<HostChunk>[]): HostChunk[] {
  return [...files].filter((file) => !earlier.some((loaded) => loaded.has(file)));
}

function chunkOf(entry: string): HostChunk {
  const found = chunks.find(({ moduleIds }) => moduleIds.includes(entry));
  if (!found) throw new Error(`${entry} is in no file: is it called otherwise now?`);
  return found;
}

async function collect(name: string, files: readonly HostChunk[]): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await Promise.all(files.map(({ fileName, code }) => writeFile(join(folder, name, fileName), code)));
}
