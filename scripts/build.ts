import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleForNode, bundleProgram } from './build/bundleProgram.ts';
import { hashOf, readStamp, root, writeStamp } from './build/contentHash.ts';
import { documentOperations } from './build/documentOperations.ts';
import { removeOrphans } from './build/removeOrphans.ts';
import { bin, run, tsc, tscOptions } from './run.ts';

export type TargetName =
  | 'frame'
  | 'server'
  | 'sandbox'
  | 'cli'
  | 'demo'
  | 'hosted'
  | 'libraries'
  | 'programs'
  | 'harness';

interface Target {
  /** Files and folders from which the output is built, relative to the root. */
  sources: readonly string[];
  /** A file whose existence means that the whole output exists. */
  output: string;
  /** Targets without which the output cannot be used, such as packages that it imports. */
  needs?: readonly TargetName[];
  build(): Promise<void>;
}

/** Packages for third-party libraries and wallets, published file by file. */
const connectors = ['wagmi', 'walletconnect', 'coinbase'];

// The server of the demo or of the hosted pages writes URLs into their HTML, so one build works at every address.
const targets: Record<TargetName, Target> = {
  frame: {
    sources: ['packages/frame', 'packages/wire/src'],
    output: 'packages/frame/dist/pages/manifest.json',
    build: async () => {
      const { buildFrame } = await import('../packages/frame/build.ts');
      await buildFrame();
    },
  },
  server: {
    sources: ['packages/server', 'packages/wire/src', 'packages/frame/src'],
    output: 'packages/server/dist/index.js',
    build: () => bundleEach('packages/server', ['main', 'index']),
  },
  sandbox: {
    sources: ['packages/sandbox'],
    output: 'packages/sandbox/dist/guard.js',
    build: () => bundleEach('packages/sandbox', ['main', 'index', 'guard']),
  },
  cli: {
    sources: ['packages/cli', 'packages/wire/src'],
    output: 'packages/cli/dist/start.js',
    build: async () => {
      const options = { outside: ['@latchkey/frame', '@latchkey/sandbox', '@latchkey/server'] };
      await bundleProgram('packages/cli/src/main.ts', 'packages/cli/dist/main.js', options);
      // For `npm start`, which is not a command of the program.
      await bundleProgram('packages/cli/src/start/index.ts', 'packages/cli/dist/start.js', options);
    },
  },
  demo: {
    sources: [
      'apps/demo',
      'packages/react/src',
      'packages/core/src',
      'packages/walletconnect/src',
      'packages/coinbase/src',
      'packages/wire/src',
      'packages/frame/src',
    ],
    output: 'packages/sandbox/dist/demo/index.html',
    build: async () => {
      await buildSite('apps/demo');
      await copySite('apps/demo/dist', 'packages/sandbox/dist/demo');
    },
  },
  hosted: {
    sources: [
      'apps/hosted',
      'packages/react/src',
      'packages/core/src',
      'packages/wire/src',
      'packages/frame/src',
    ],
    output: 'packages/server/dist/hosted/manifest.json',
    build: async () => {
      await buildSite('apps/hosted');
      // The process that serves the pages uses their client to check the configuration.
      await bundleForNode('apps/hosted/src/checkConfig.ts', 'apps/hosted/dist/check');
      await copySite('apps/hosted/dist', 'packages/server/dist/hosted');
    },
  },
  libraries: {
    sources: [
      'packages/wire',
      'packages/frame',
      'packages/core',
      'packages/node',
      'packages/react',
      'packages/wagmi',
      'packages/walletconnect',
      'packages/coinbase',
      'tsconfig.base.json',
    ],
    output: 'packages/react/dist/index.js',
    // The frame's build creates the files that the other packages import from `@latchkey/frame`.
    needs: ['frame'],
    build: async () => {
      const published = ['node', 'react', ...connectors].map((name) => `packages/${name}`);
      await run(tsc, ['-b', ...tscOptions, ...published]);
      const typesAlone = { endings: /\.d\.ts$/ };
      await Promise.all([
        removeOrphans('packages/wire/src', 'packages/wire/dist'),
        removeOrphans('packages/node/src', 'packages/node/dist'),
        ...connectors.map((name) => removeOrphans(`packages/${name}/src`, `packages/${name}/dist`)),
        removeOrphans('packages/core/src', 'packages/core/dist', typesAlone),
        removeOrphans('packages/react/src', 'packages/react/dist', typesAlone),
        removeOrphans('packages/frame/src', 'packages/frame/dist/types'),
        documentOperations(),
      ]);
      // Runs in a separate process, because Vite sets NODE_ENV.
      await run(bin('tsx'), ['scripts/build/bundleLibraries.ts']);
    },
  },
  // Everything in the packages that run as programs.
  programs: {
    sources: [],
    output: 'packages/cli/dist/main.js',
    needs: ['frame', 'server', 'sandbox', 'cli', 'demo', 'hosted'],
    build: async () => {},
  },
  // The service as browser tests start it. Its bundle is beside the server's, because the program looks for the
  // migrations relative to its own file.
  harness: {
    sources: [
      'e2e/harness',
      'packages/testkit/src/emptyDatabase.ts',
      'packages/server',
      'packages/wire/src',
      'packages/frame/src',
    ],
    output: 'packages/server/dist/harness.js',
    build: () => bundleProgram('e2e/harness/service/program.ts', 'packages/server/dist/harness.js'),
  },
};

/** Bundles entries of a package's `src` into its `dist`, each into one file. */
async function bundleEach(folder: string, entries: readonly string[]): Promise<void> {
  await Promise.all(
    entries.map((name) => bundleProgram(`${folder}/src/${name}.ts`, `${folder}/dist/${name}.js`)),
  );
}

async function copySite(from: string, to: string): Promise<void> {
  await rm(join(root, to), { recursive: true, force: true });
  await cp(join(root, from), join(root, to), { recursive: true });
}

/**
 * Builds a site with Vite, in a separate process: Vite sets NODE_ENV for its process, and a sandbox started there
 * next would refuse to run. Vite keeps an existing NODE_ENV, such as a test's, and would build for development.
 */
function buildSite(folder: string): Promise<void> {
  return run(bin('vite'), ['build', folder, '--logLevel', 'warn'], { env: { NODE_ENV: 'production' } });
}

interface BuildOptions {
  /** @default every target */
  only?: readonly TargetName[];
}

/** Returns the targets and those that they need. */
export function withNeeded(targetNames: readonly TargetName[]): TargetName[] {
  const found = new Set(targetNames);
  for (const name of found) for (const needed of targets[name].needs ?? []) found.add(needed);
  return [...found];
}

/**
 * Builds the targets that are missing or older than their sources, and those that they need, in parallel. Returns the
 * names of the built ones. A hash of the sources decides, not file times, so a fresh clone into which the outputs and
 * `.cache/build` were copied builds nothing.
 */
export async function buildAll(options: BuildOptions = {}): Promise<TargetName[]> {
  const wanted = withNeeded(options.only ?? (Object.keys(targets) as TargetName[]));
  const built = await Promise.all(wanted.map(buildIfStale));
  return wanted.filter((_, index) => built[index]);
}

async function buildIfStale(name: TargetName): Promise<boolean> {
  const target = targets[name];
  const hash = await hashOf([...target.sources, 'package-lock.json', 'scripts/build.ts', 'scripts/build']);
  if (existsSync(join(root, target.output)) && (await readStamp(name)) === hash) return false;
  await target.build();
  await writeStamp(name, hash);
  return true;
}

if (process.argv[1] === import.meta.filename) {
  const only = process.argv.slice(2) as TargetName[];
  const unknown = only.find((name) => !(name in targets));
  if (unknown !== undefined) {
    console.error(`There is no target "${unknown}". Targets: ${Object.keys(targets).join(', ')}.`);
    process.exit(1);
  }
  const built = await buildAll(only.length > 0 ? { only } : {});
  console.log(built.length > 0 ? `built ${built.join(', ')}` : 'everything is up to date');
}
