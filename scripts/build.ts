import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleForNode, bundleProgram } from './build/bundleProgram.ts';
import { hashOf, readStamp, root, writeStamp } from './build/contentHash.ts';
import { documentOperations } from './build/documentOperations.ts';
import { removeOrphans } from './build/removeOrphans.ts';
import { bin, run, tsc, tscOptions } from './run.ts';

export type TargetName = 'frame' | 'server' | 'sandbox' | 'demo' | 'hosted' | 'libraries' | 'harness';

interface Target {
  /** Files and folders that the output is made of, from the root. */
  sources: readonly string[];
  /** A file that stands for the whole output. */
  output: string;
  /** Targets without which the output cannot be used, such as packages that it imports. */
  needs?: readonly TargetName[];
  build(): Promise<void>;
}

/** Packages for libraries and wallets of others, published file by file. */
const connectors = ['wagmi', 'walletconnect', 'coinbase'];

// Where everything is comes with the HTML of the demo and of the hosted pages, so that one build is good for every address.
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
    output: 'packages/server/dist/main.js',
    build: () => bundleProgram('packages/server/src/main.ts', 'packages/server/dist/main.js'),
  },
  sandbox: {
    sources: ['packages/sandbox'],
    output: 'packages/sandbox/dist/main.js',
    build: () => bundleProgram('packages/sandbox/src/main.ts', 'packages/sandbox/dist/main.js'),
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
    output: 'apps/demo/dist/index.html',
    build: () => buildSite('apps/demo'),
  },
  hosted: {
    sources: [
      'apps/hosted',
      'packages/react/src',
      'packages/core/src',
      'packages/wire/src',
      'packages/frame/src',
    ],
    output: 'apps/hosted/dist/manifest.json',
    build: async () => {
      await buildSite('apps/hosted');
      // The process that serves the pages asks the client of its pages whether it takes the configuration.
      await bundleForNode('apps/hosted/src/checkConfig.ts', 'apps/hosted/dist/check');
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
    // Its build makes what the other packages import from `@latchkey/frame`.
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
      // In a process of its own, as a site.
      await run(bin('tsx'), ['scripts/build/bundleLibraries.ts']);
    },
  },
  // The service as browser tests start it. It lies beside the server's own bundle, because it finds migrations from there.
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

/**
 * Builds a site with Vite. In a process of its own: Vite sets NODE_ENV for itself, and the sandbox started next would refuse to
 * run. It keeps a NODE_ENV that is set, such as a test's, and would build for development.
 */
function buildSite(folder: string): Promise<void> {
  return run(bin('vite'), ['build', folder, '--logLevel', 'warn'], { env: { NODE_ENV: 'production' } });
}

interface BuildOptions {
  /** @default every target */
  only?: readonly TargetName[];
}

/** The targets, and those that they need, so that no caller has to know what else a fresh clone lacks. */
export function withNeeded(targetNames: readonly TargetName[]): TargetName[] {
  const found = new Set(targetNames);
  for (const name of found) for (const needed of targets[name].needs ?? []) found.add(needed);
  return [...found];
}

/**
 * Builds what is missing or older than its sources, with what that needs, in parallel, and returns the names of what it built.
 * "Older" is decided by a hash of the sources, not by times: a fresh clone with a restored cache builds nothing.
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
