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

/** Manifest of Vite, which maps each source to its output. */
const manifestSchema = v.record(
  v.string(),
  v.object({
    file: v.pipe(v.string(), v.regex(/^assets\/[\w.-]+\.js$/)),
    isEntry: v.optional(v.boolean(), false),
    imports: v.optional(v.array(v.string()), []),
  }),
);

export interface PageScript {
  readonly plain: Uint8Array;
  /** Compresses the script at its first request. Compressing all of them would delay the start. */
  compressed(coding: Coding): Promise<Uint8Array>;
}

export type Coding = 'br' | 'gzip';

export interface NamedScript {
  readonly path: string;
  readonly integrity: string;
}

export interface BuiltPages {
  /** Scripts with which a page starts, the entry first. The HTML names all of them, so none waits for another. */
  readonly first: readonly NamedScript[];
  /** Script that tells the user why a page stays empty. */
  readonly startFailure: NamedScript;
  /** Throws the error that the client of a page would throw for this configuration, if any. */
  readonly checkConfig: (config: unknown) => void;
  readonly scripts: ReadonlyMap<string, PageScript>;
}

/**
 * Reads the built pages once. Only files that exist at the start are sent later.
 *
 * @param folder folder of `manifest.json`; by default the one in this package
 * @throws StartError if the pages are not built, or a file of the manifest is missing
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

/** Finds the pages that the build copies into `dist`, from the bundle there or from the source. */
function builtFolder(): string {
  const candidates = ['./hosted', '../../dist/hosted'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find((path) => existsSync(join(path, 'manifest.json'))) ?? candidates.join(' or ');
}

/**
 * Creates a script that is compressed once for each coding, at a high level, because popups on phones wait for these
 * bytes.
 */
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
