import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Metafile } from 'esbuild';
import { buildTargets } from '../../scripts/build/browserTargets.ts';
import { startFailureScript } from '../wire/src/startFailure.ts';
import { offlinePageName, toOfflinePage } from './offlinePage.ts';
import { toSbom } from './sbom.ts';
import { approveLanguages } from './src/approve/generated/languages.ts';
import { exportLanguages } from './src/export/generated/languages.ts';
import { passkeyLanguages } from './src/passkey/popup/generated/languages.ts';

const root = fileURLToPath(new URL('.', import.meta.url));

/** Pages of the frame, each with the entry of its script and the gzip budget of that script (docs/custody.md). */
const pages = {
  vault: { entry: 'src/main.ts', title: 'Wallet', budgetBytes: 63_000 },
  approve: { entry: 'src/approve/main.ts', title: 'Approve', budgetBytes: 30 * 1024 },
  export: { entry: 'src/export/main.ts', title: 'Export', budgetBytes: 10 * 1024 },
  passkey: { entry: 'src/passkey/popup/main.ts', title: 'Passkey', budgetBytes: 4 * 1024 },
} as const;
/** Script that the vault runs in a worker. */
const worker = { name: 'password', entry: 'src/password/worker.ts', budgetBytes: 14 * 1024 } as const;
/** Scripts that the vault loads on first use. */
const parts = {
  cloud: { entry: 'src/parts/cloud.ts', budgetBytes: 2 * 1024 },
  farcaster: { entry: 'src/parts/farcaster.ts', budgetBytes: 7 * 1024 },
} as const;
/** Texts of pages by language. A page contains English, and loads any other language as a separate script. */
const texts = {
  approve: { folder: 'src/approve/generated', languages: approveLanguages },
  export: { folder: 'src/export/generated', languages: exportLanguages },
  passkey: { folder: 'src/passkey/popup/generated', languages: passkeyLanguages },
} as const;
const textsBudgetBytes = 5 * 1024;
/** Script that tells the user why a page stays empty. */
const startFailure: PageScript = toPageScript('start-failure', Buffer.from(startFailureScript));
type PartName = keyof typeof parts;
const partNames = Object.keys(parts) as PartName[];
type PageName = keyof typeof pages;
const pageNames = Object.keys(pages) as PageName[];

/** Facts that the service needs about the files that it serves (`dist/pages/manifest.json`). */
export interface FrameManifest {
  readonly version: 1;
  readonly files: Readonly<Record<string, FrameFile>>;
  /** File names of the pages. */
  readonly pages: Readonly<Record<PageName, string>>;
  /** File name of the worker that stretches passwords. The service lets this script run WebAssembly. */
  readonly passwordWorker: string;
  /** Page that opens exit kits without a service. It is part of the release, but not one of `files`. */
  readonly offlinePage: { readonly name: string; readonly sha256: string };
}
export interface FrameFile {
  readonly type: 'text/html' | 'text/javascript';
  /** Hexadecimal. */
  readonly sha256: string;
  /** Value for the `integrity` attribute (SRI). */
  readonly integrity: string;
}

export interface FrameBuild {
  readonly manifest: FrameManifest;
  /** Size of each module, as in `bundle-report.md`. */
  readonly report: string;
  /**
   * Our own source files, relative to the package's folder, that have code in a script of the vault's page: its own
   * script, the worker or the parts.
   */
  readonly besideKeys: readonly string[];
  /** Gzip size and budget of the script of each page, of the parts and of the password worker. */
  readonly sizes: Readonly<
    Record<PageName | PartName | 'password', { readonly gzipBytes: number; readonly budgetBytes: number }>
  >;
}

interface BuiltScript {
  readonly name: string;
  readonly script: Uint8Array;
  readonly scriptName: string;
  readonly report: string;
  /** Paths of all modules that have code in the script. */
  readonly modules: readonly string[];
  readonly gzipBytes: number;
}
interface BuiltPage extends BuiltScript {
  readonly name: PageName;
  readonly html: Buffer;
}
interface PageScript {
  readonly name: string;
  readonly script: Uint8Array;
}

/**
 * Builds the wallet frame. The same sources and dependencies produce the same bytes, so that anyone can compare the
 * files of a service with their own build.
 *
 * @param outDir folder to write to; default `packages/frame/dist`
 * @throws Error if a script is over its budget
 */
export async function buildFrame(outDir: string = join(root, 'dist')): Promise<FrameBuild> {
  const password = await buildScript(worker.name, worker);
  // The vault's script contains the paths of its worker and parts, and so the first 64 bits of their hashes.
  const builtParts = await Promise.all(partNames.map((name) => buildScript(name, parts[name])));
  const pathOf = ({ scriptName }: BuiltScript) => `/frame/${scriptName}`;
  const define = {
    passwordWorkerPath: JSON.stringify(pathOf(password)),
    ...Object.fromEntries(builtParts.map((part) => [`partPaths.${part.name}`, JSON.stringify(pathOf(part))])),
  };
  const builtTexts = await Promise.all(listTexts().map(buildTexts));
  const languagesOf = (name: PageName) => {
    const ofPage = builtTexts.filter(({ page }) => page === name);
    const languages = ofPage.map((one) => [one.language, { direction: one.direction, path: pathOf(one) }]);
    return ofPage.length === 0 ? {} : { pageLanguages: JSON.stringify(Object.fromEntries(languages)) };
  };
  const built = await Promise.all(
    pageNames.map((name) => buildPage(name, { ...define, ...languagesOf(name) })),
  );
  const files = built.flatMap(({ name, scriptName, script, html }) => [
    [`${name}.html`, 'text/html', html] as const,
    [scriptName, 'text/javascript', script] as const,
  ]);
  for (const { scriptName, script } of [password, ...builtParts, ...builtTexts])
    files.push([scriptName, 'text/javascript', script]);
  files.push([startFailure.name, 'text/javascript', startFailure.script]);
  const offlinePage = toOfflinePage((await bundleScript('src/offline/main.ts', {})).script);
  const manifest: FrameManifest = {
    version: 1,
    files: Object.fromEntries(files.map(([name, type, content]) => [name, toFrameFile(type, content)])),
    pages: toRecord((name) => `${name}.html`),
    passwordWorker: password.scriptName,
    offlinePage: { name: offlinePageName, sha256: hash('sha256', offlinePage).toString('hex') },
  };
  const folder = join(outDir, 'pages');
  await mkdir(folder, { recursive: true });
  await writeFile(join(outDir, offlinePageName), offlinePage);
  const contents = new Map<string, Uint8Array | string>([
    ...files.map(([name, , content]) => [name, content] as const),
    ['manifest.json', toJson(manifest)],
  ]);
  for (const [name, content] of contents) await writeFile(join(folder, name), content);
  // Deletes old files only after the new manifest, which no longer names them, is written.
  for (const name of await readdir(folder)) if (!contents.has(name)) await rm(join(folder, name));
  await bundleShared(outDir);
  const sizeOf = (name: PageName) => built.find((page) => page.name === name)?.gzipBytes ?? 0;
  const besideKeys = [...built.filter(({ name }) => name === 'vault'), password, ...builtParts].flatMap(
    ({ modules }) => modules.filter((path) => path.startsWith('src/')),
  );
  return {
    manifest,
    besideKeys: [...new Set(besideKeys)].sort(),
    report: toReport([...built, password, ...builtParts, ...builtTexts]),
    sizes: {
      ...toRecord((name) => ({ gzipBytes: sizeOf(name), budgetBytes: pages[name].budgetBytes })),
      ...sizesOfParts(builtParts),
      password: { gzipBytes: password.gzipBytes, budgetBytes: worker.budgetBytes },
    },
  };
}

function sizesOfParts(built: readonly BuiltScript[]) {
  const sizes = partNames.map((name) => {
    const gzipBytes = built.find((part) => part.name === name)?.gzipBytes ?? 0;
    return [name, { gzipBytes, budgetBytes: parts[name].budgetBytes }] as const;
  });
  return Object.fromEntries(sizes) as Pick<FrameBuild['sizes'], PartName>;
}

const toRecord = <T>(toValue: (name: PageName) => T) =>
  Object.fromEntries(pageNames.map((name) => [name, toValue(name)])) as Record<PageName, T>;

interface TextsScript {
  readonly page: keyof typeof texts;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

function listTexts(): TextsScript[] {
  return (Object.keys(texts) as (keyof typeof texts)[]).flatMap((page) =>
    Object.entries(texts[page].languages).map(([language, { direction }]) => ({ page, language, direction })),
  );
}

async function buildTexts(one: TextsScript): Promise<BuiltScript & TextsScript> {
  const { page, language } = one;
  const entry = `${texts[page].folder}/${language}.ts`;
  const name = `texts-${page}-${language}`;
  return { ...one, ...(await buildScript(name, { entry, budgetBytes: textsBudgetBytes })) };
}

async function buildPage(name: PageName, define: Record<string, string>): Promise<BuiltPage> {
  const built = await buildScript(name, pages[name], define);
  const own: PageScript = { name: built.scriptName, script: built.script };
  // The vault is hidden, so nobody would read a message on it.
  const html = Buffer.from(toPage(pages[name].title, name === 'vault' ? [own] : [startFailure, own]));
  return { ...built, name, html };
}

async function buildScript(
  name: string,
  { entry, budgetBytes }: { readonly entry: string; readonly budgetBytes: number },
  define: Record<string, string> = {},
): Promise<BuiltScript> {
  const isImported = name in parts || entry.includes('/generated/');
  const { script, metafile } = await bundleScript(entry, define, isImported ? 'esm' : 'iife');
  const gzipBytes = gzipSync(script, { level: 9 }).length;
  if (gzipBytes > budgetBytes) {
    throw new Error(`The script of ${name} is ${gzipBytes} bytes gzip, over its budget of ${budgetBytes}.`);
  }
  const scriptName = toScriptName(name, script);
  const modules = listModules(metafile).map(({ path }) => path);
  return { name, script, scriptName, gzipBytes, modules, report: toTable(name, metafile, script.length) };
}

function toPageScript(name: string, script: Uint8Array): PageScript {
  return { name: toScriptName(name, script), script };
}

function toScriptName(name: string, script: Uint8Array): string {
  return `${name}-${hash('sha256', script).toString('hex').slice(0, 16)}.js`;
}

async function bundleScript(
  entry: string,
  define: Record<string, string>,
  format: 'esm' | 'iife' = 'iife',
): Promise<{ script: Uint8Array; metafile: Metafile }> {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile: 'page.js',
    bundle: true,
    minify: true,
    format,
    platform: 'browser',
    target: buildTargets,
    charset: 'ascii',
    legalComments: 'eof',
    metafile: true,
    write: false,
    define,
    logLevel: 'silent',
  });
  const script = result.outputFiles[0]?.contents;
  if (!script) throw new Error(`esbuild wrote nothing for ${entry}`);
  return { script, metafile: result.metafile };
}

/** Bundles the code that host pages import: `@latchkey/frame/addresses`, `protocol` and `readable`. */
async function bundleShared(outDir: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: {
      addresses: 'src/addresses.ts',
      protocol: 'src/protocol.ts',
      readable: 'src/readable/index.ts',
    },
    outdir: outDir,
    bundle: true,
    format: 'esm',
    target: buildTargets,
    logLevel: 'silent',
  });
}

/**
 * Returns a page without data or inline script. It names its scripts by hash (S17). `translate="no"` asks the browser
 * not to offer its translator, which could send texts away, such as a recovery phrase, and change what the user reads
 * before signing.
 */
function toPage(title: string, scripts: readonly PageScript[]): string {
  const elements = scripts.map(
    ({ name, script }) =>
      `    <script src="/frame/${name}" integrity="${toIntegrity(script)}" defer></script>\n`,
  );
  return `<!doctype html>
<html lang="en" translate="no">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${title}</title>
${elements.join('')}  </head>
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

function toReport(built: readonly BuiltScript[]): string {
  return [
    '# What the frame is made of',
    '',
    'Minified bytes by module. Written by `npx tsx packages/frame/build.ts`; a test compares it with the build.',
    ...built.map((page) => page.report),
    '',
  ].join('\n');
}

/** Returns the modules that have code in a script. Leaves out the values that the build defines. */
function listModules({ outputs }: Metafile): { path: string; bytesInOutput: number }[] {
  return Object.values(outputs)
    .flatMap(({ inputs }) => Object.entries(inputs))
    .map(([path, { bytesInOutput }]) => ({ path, bytesInOutput }))
    .filter(({ path, bytesInOutput }) => bytesInOutput > 0 && !path.startsWith('<define:'));
}

function toTable(name: string, metafile: Metafile, total: number): string {
  const bytes = new Map<string, number>();
  for (const { path, bytesInOutput } of listModules(metafile)) {
    const module = /node_modules\/((?:@[^/]+\/)?[^/]+\/.+)$/.exec(path)?.[1] ?? path;
    bytes.set(module, (bytes.get(module) ?? 0) + bytesInOutput);
  }
  const rows = [...bytes].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  return [
    '',
    `## ${name}`,
    '',
    '| module | bytes |',
    '|---|---:|',
    ...rows.map(([module, size]) => `| ${module} | ${size} |`),
    `| **all** | **${total}** |`,
  ].join('\n');
}

function toJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { report, sizes } = await buildFrame();
  await writeFile(join(root, 'bundle-report.md'), report);
  await writeFile(join(root, 'sbom.json'), toSbom(report));
  for (const [name, { gzipBytes, budgetBytes }] of Object.entries(sizes)) {
    process.stdout.write(`${name}: ${gzipBytes} bytes gzip of ${budgetBytes}\n`);
  }
}
