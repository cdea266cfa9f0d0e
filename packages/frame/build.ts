import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Largest vault script, gzip. docs/custody.md, "The frame's border". */
export const vaultBudgetBytes = 62 * 1024;

/** What the service needs to know of the files that it serves (`dist/pages/manifest.json`). */
export interface FrameManifest {
  readonly version: 1;
  readonly files: Readonly<Record<string, FrameFile>>;
  readonly pages: { readonly vault: string };
}
export interface FrameFile {
  readonly type: 'text/html' | 'text/javascript';
  /** Hexadecimal. */
  readonly sha256: string;
  /** For the `integrity` attribute (SRI). */
  readonly integrity: string;
}

export interface FrameBuild {
  readonly manifest: FrameManifest;
  /** Which module costs how many bytes, as `bundle-report.md` has it. */
  readonly report: string;
  readonly vaultGzipBytes: number;
}

/**
 * Builds the wallet frame. The same sources and dependencies give the same bytes on every machine, so that anyone can
 * compare what a service serves with what he built.
 *
 * @param outDir where `pages/` and `protocol.js` go; default `packages/frame/dist`
 * @throws Error when the vault is over its budget
 */
export async function buildFrame(outDir: string = join(root, 'dist')): Promise<FrameBuild> {
  const { script, metafile } = await bundleVault();
  const vaultGzipBytes = gzipSync(script, { level: 9 }).length;
  if (vaultGzipBytes > vaultBudgetBytes) {
    throw new Error(`The vault is ${vaultGzipBytes} bytes gzip, over its budget of ${vaultBudgetBytes}.`);
  }
  const scriptName = `vault-${hash('sha256', script).toString('hex').slice(0, 16)}.js`;
  const page = Buffer.from(toVaultPage(scriptName, toIntegrity(script)));
  const manifest: FrameManifest = {
    version: 1,
    files: {
      'vault.html': toFrameFile('text/html', page),
      [scriptName]: toFrameFile('text/javascript', script),
    },
    pages: { vault: 'vault.html' },
  };
  const pages = join(outDir, 'pages');
  await mkdir(pages, { recursive: true });
  const contents = { 'vault.html': page, [scriptName]: script, 'manifest.json': toJson(manifest) };
  for (const [name, content] of Object.entries(contents)) await writeFile(join(pages, name), content);
  // Last, so that a service that reads the folder meanwhile always finds a whole set.
  for (const name of await readdir(pages)) if (!Object.hasOwn(contents, name)) await rm(join(pages, name));
  await bundleShared(outDir);
  return { manifest, report: toReport(metafile, script.length), vaultGzipBytes };
}

async function bundleVault(): Promise<{ script: Uint8Array; metafile: Metafile }> {
  const result = await build({
    absWorkingDir: root,
    entryPoints: ['src/main.ts'],
    outfile: 'vault.js',
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'eof',
    metafile: true,
    write: false,
    logLevel: 'silent',
  });
  const script = result.outputFiles[0]?.contents;
  if (!script) throw new Error('esbuild wrote no vault');
  return { script, metafile: result.metafile };
}

/** What host pages share with the frame, guards and readers of requests, as modules of the published package. */
async function bundleShared(outDir: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { protocol: 'src/protocol.ts', readable: 'src/readable/index.ts' },
    outdir: outDir,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
  });
}

/** A page without data, words or inline script: all that it does stands in one file whose hash it names (S17). */
function toVaultPage(script: string, integrity: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Wallet</title>
    <script src="/frame/${script}" integrity="${integrity}" defer></script>
  </head>
  <body></body>
</html>
`;
}

function toFrameFile(type: FrameFile['type'], content: Uint8Array): FrameFile {
  return { type, sha256: hash('sha256', content).toString('hex'), integrity: toIntegrity(content) };
}

function toIntegrity(content: Uint8Array): string {
  return `sha384-${hash('sha384', content).toString('base64')}`;
}

function hash(algorithm: 'sha256' | 'sha384', content: Uint8Array): Buffer {
  return createHash(algorithm).update(content).digest();
}

/** Bytes by package, and by file of our own: a dependency that grows or a new one shows in review. */
function toReport(metafile: Metafile, total: number): string {
  const bytes = new Map<string, number>();
  for (const output of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(output.inputs)) {
      const name = /node_modules\/((?:@[^/]+\/)?[^/]+\/.+)$/.exec(path)?.[1] ?? path;
      if (bytesInOutput > 0) bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput);
    }
  }
  const rows = [...bytes].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return [
    '# What the vault is made of',
    '',
    'Minified bytes by module. Written by `npx tsx packages/frame/build.ts`; a test compares it with the build.',
    '',
    '| module | bytes |',
    '|---|---:|',
    ...rows.map(([name, size]) => `| ${name} | ${size} |`),
    `| **all** | **${total}** |`,
    '',
  ].join('\n');
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { report, vaultGzipBytes } = await buildFrame();
  await writeFile(join(root, 'bundle-report.md'), report);
  process.stdout.write(`vault: ${vaultGzipBytes} bytes gzip of ${vaultBudgetBytes}\n`);
}
