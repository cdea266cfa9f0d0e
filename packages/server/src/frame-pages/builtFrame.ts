import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as v from 'valibot';

const fileSchema = v.object({
  type: v.picklist(['text/html', 'text/javascript']),
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  integrity: v.string(),
});
const manifestSchema = v.object({
  version: v.literal(1),
  files: v.record(v.string(), fileSchema),
  pages: v.object({ approve: v.string(), export: v.string(), passkey: v.string(), vault: v.string() }),
  passwordWorker: v.string(),
});

/** The pages of the frame: the hidden one that holds keys, and those that a person sees. */
export type FramePage = 'approve' | 'export' | 'passkey' | 'vault';

/** The frame as it was built, in memory; every file is what the published hashes say. */
export interface BuiltFrame {
  /** The published list of hashes, as JSON. */
  readonly manifest: string;
  readonly pages: Readonly<Record<FramePage, Uint8Array<ArrayBuffer>>>;
  /** Scripts by name, with their content type. */
  readonly scripts: ReadonlyMap<string, { type: string; body: Uint8Array<ArrayBuffer> }>;
  /** Name of the script that may run WebAssembly. */
  readonly passwordWorker: string;
}

/**
 * Reads the built frame.
 *
 * @param folder where `manifest.json` lies; by default the installed `@latchkey/frame`
 * @throws Error when the frame is not built, or a file is not the one of the manifest
 */
export async function readBuiltFrame(folder?: string): Promise<BuiltFrame> {
  const from = folder ?? installedFolder();
  const manifest = await readFile(join(from, 'manifest.json'), 'utf8');
  const { files, pages, passwordWorker } = v.parse(manifestSchema, JSON.parse(manifest));
  const contents = await Promise.all(
    Object.entries(files).map(async ([name, file]) => {
      const body = new Uint8Array(await readFile(join(from, name)));
      // A file that was exchanged on the disk would run with every user's keys before anyone compares hashes.
      if (createHash('sha256').update(body).digest('hex') !== file.sha256) {
        throw new Error(`${name} is not the file that manifest.json describes`);
      }
      return [name, { type: file.type, body }] as const;
    }),
  );
  const bodyOf = (page: FramePage) => {
    const body = contents.find(([name]) => name === pages[page])?.[1].body;
    if (!body) throw new Error(`manifest.json names the page ${pages[page]} but no such file`);
    return body;
  };
  if (!Object.hasOwn(files, passwordWorker)) throw new Error('manifest.json names a worker but no such file');
  return {
    manifest,
    pages: {
      approve: bodyOf('approve'),
      export: bodyOf('export'),
      passkey: bodyOf('passkey'),
      vault: bodyOf('vault'),
    },
    passwordWorker,
    scripts: new Map(contents.filter(([, file]) => file.type === 'text/javascript')),
  };
}

function installedFolder(): string {
  return join(createRequire(import.meta.url).resolve('@latchkey/frame/manifest.json'), '..');
}
