import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import * as v from 'valibot';
import { startError } from '../startError.ts';

/** Vite's manifest: what each source became. */
const manifestSchema = v.record(
  v.string(),
  v.object({
    file: v.pipe(v.string(), v.regex(/^assets\/[\w.-]+\.js$/)),
    isEntry: v.optional(v.boolean(), false),
  }),
);

/** A script in each form that it is sent in. */
export interface PageScript {
  readonly plain: Uint8Array;
  readonly gzip: Uint8Array;
  readonly br: Uint8Array;
}

/** The hosted pages as they were built, in memory. */
export interface BuiltPages {
  /** Path of the script that the HTML names. */
  readonly entry: string;
  /** Its hash, as the HTML vouches for it. */
  readonly integrity: string;
  /** Every script by its path. */
  readonly scripts: ReadonlyMap<string, PageScript>;
}

/**
 * Reads the built pages once: what is sent later is what was there at the start, and nothing beside it.
 *
 * @param folder where `manifest.json` lies; by default that of the app `hosted`
 * @throws StartError when the pages are not built, or a file of the manifest is not there
 */
export async function readBuiltPages(folder: string = builtFolder()): Promise<BuiltPages> {
  try {
    const text = await readFile(join(folder, 'manifest.json'), 'utf8');
    const files = Object.values(v.parse(manifestSchema, JSON.parse(text)));
    const scripts = new Map<string, PageScript>();
    for (const { file } of files) scripts.set(`/${file}`, await pack(await readFile(join(folder, file))));
    const entry = `/${files.find(({ isEntry }) => isEntry)?.file}`;
    const script = scripts.get(entry);
    if (!script) throw new Error('manifest.json names no entry');
    const hash = createHash('sha384').update(script.plain).digest('base64');
    return { entry, integrity: `sha384-${hash}`, scripts };
  } catch (cause) {
    throw startError(
      'The hosted pages are not built, or their build is damaged. Run `npm run build -- hosted` and try again.',
      cause,
    );
  }
}

/** The app stands beside the packages, seen from the source and from the bundle in `dist`. */
function builtFolder(): string {
  const candidates = ['../../../apps/hosted/dist', '../../../../apps/hosted/dist'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find((path) => existsSync(path)) ?? candidates.join(' or ');
}

/** Compressed once and well: a popup opens on phones too, and what it waits for are these bytes. */
async function pack(plain: Buffer): Promise<PageScript> {
  const [gzipped, br] = await Promise.all([
    promisify(gzip)(plain, { level: 9 }),
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  ]);
  return { plain, gzip: gzipped, br };
}
