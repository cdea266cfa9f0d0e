import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { startFailureScript } from '@latchkey/wire';
import * as v from 'valibot';
import { startError } from '../startError.ts';

/** Vite's manifest: what each source became. */
const manifestSchema = v.record(
  v.string(),
  v.object({
    file: v.pipe(v.string(), v.regex(/^assets\/[\w.-]+\.js$/)),
    isEntry: v.optional(v.boolean(), false),
    imports: v.optional(v.array(v.string()), []),
  }),
);

/** A script, and the forms that it is sent in. */
export interface PageScript {
  readonly plain: Uint8Array;
  /** Compresses it when it is first asked for: all of them together would hold up a start for seconds. */
  compressed(coding: Coding): Promise<Uint8Array>;
}

/** A value of `Content-Encoding`. */
export type Coding = 'br' | 'gzip';

/** A script as the HTML names it. */
export interface NamedScript {
  readonly path: string;
  readonly integrity: string;
}

/** The hosted pages as they were built, in memory. */
export interface BuiltPages {
  /** Scripts that a page begins with, the entry first; the HTML names all, so that none waits for another. */
  readonly first: readonly NamedScript[];
  /** The script that says why a page stays empty. */
  readonly startFailure: NamedScript;
  /** Throws what the client of a page throws if it is given this configuration. */
  readonly checkConfig: (config: unknown) => void;
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
    const manifest = v.parse(manifestSchema, JSON.parse(text));
    const scripts = new Map<string, PageScript>();
    for (const { file } of Object.values(manifest)) {
      scripts.set(`/${file}`, createScript(await readFile(join(folder, file))));
    }
    const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry);
    if (entry === undefined) throw new Error('manifest.json names no entry');
    const first = [...withImports(manifest, entry)].map((name) => `/${manifest[name]?.file}`);
    const startFailure = Buffer.from(startFailureScript);
    const hash = createHash('sha256').update(startFailure).digest('hex').slice(0, 16);
    const startFailurePath = `/assets/start-failure-${hash}.js`;
    scripts.set(startFailurePath, createScript(startFailure));
    const named = (path: string) => ({ path, integrity: integrityOf(scripts.get(path)) });
    const checkUrl = pathToFileURL(join(folder, 'check/checkConfig.js')).href;
    const { checkConfig }: Pick<BuiltPages, 'checkConfig'> = await import(checkUrl);
    return { first: first.map(named), startFailure: named(startFailurePath), checkConfig, scripts };
  } catch (cause) {
    throw startError(
      'The hosted pages are not built, or their build is damaged. Run `npm run build -- hosted` and try again.',
      cause,
    );
  }
}

/** A file of the manifest and those that it imports, each once. */
function withImports(
  manifest: v.InferOutput<typeof manifestSchema>,
  name: string,
  found: Set<string> = new Set(),
): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const other of manifest[name]?.imports ?? []) withImports(manifest, other, found);
  return found;
}

function integrityOf(script: PageScript | undefined): string {
  if (!script) throw new Error('manifest.json names a file that is not there');
  return `sha384-${createHash('sha384').update(script.plain).digest('base64')}`;
}

/** The app stands beside the packages, seen from the source and from the bundle in `dist`. */
function builtFolder(): string {
  const candidates = ['../../../apps/hosted/dist', '../../../../apps/hosted/dist'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find((path) => existsSync(path)) ?? candidates.join(' or ');
}

/** Compressed once and well: a popup opens on phones too, and what it waits for are these bytes. */
function createScript(plain: Buffer): PageScript {
  const made: Partial<Record<Coding, Promise<Uint8Array>>> = {};
  return {
    plain,
    compressed(coding) {
      made[coding] ??= compress[coding](plain);
      return made[coding];
    },
  };
}

const compress: Readonly<Record<Coding, (plain: Buffer) => Promise<Uint8Array>>> = {
  br: (plain) => promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (plain) => promisify(gzip)(plain, { level: 9 }),
};
