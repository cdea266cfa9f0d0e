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

/** Page of the frame: the hidden vault that holds keys, or one that users see. */
export type FramePage = 'approve' | 'export' | 'passkey' | 'vault';

/** Built frame in memory. The files match the hashes of the manifest. */
export interface BuiltFrame {
  /** Published list of hashes, as JSON. */
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
 * @param folder folder of `manifest.json`; by default the installed `@latchkey/frame`
 * @throws Error if the frame is not built, the manifest is invalid, or a file differs from it
 */
export async function readBuiltFrame(folder?: string): Promise<BuiltFrame> {
  const from = folder ?? installedFolder();
  const manifest = await readFile(join(from, 'manifest.json'), 'utf8');
  const { files, pages, passwordWorker } = v.parse(manifestSchema, JSON.parse(manifest));
  const contents = await Promise.all(
    Object.entries(files).map(async ([name, file]) => {
      const body = new Uint8Array(await readFile(join(from, name)));
      // An attacker could replace a script on disk with one that reads the keys of users who load it. Each file must
      // match the manifest, so the attacker would have to change that too. The service publishes the manifest, so
      // anyone can compare it with that of the release.
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
