import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bundleProgram } from './build/bundleProgram.ts';
import { hashOf, readStamp, root, writeStamp } from './build/contentHash.ts';
import { removeOrphans } from './build/removeOrphans.ts';
import { bin, run, tsc, tscOptions } from './run.ts';

export type TargetName = 'frame' | 'server' | 'sandbox' | 'demo' | 'hosted' | 'libraries' | 'rig';

interface Target {
  /** Files and folders that the output is made of, from the root. */
  sources: readonly string[];
  /** A file that stands for the whole output. */
  output: string;
  /** Whether addresses go into it, so that another address makes it stale. */
  isForUrls?: true;
  build(env: BuildEnv): Promise<void>;
}

interface BuildEnv {
  /** Public address of the service that the demo talks to. */
  serviceUrl: string;
  /** JSON-RPC of the chain that the demo's wallets are on. */
  chainUrl: string;
  /** JSON-RPC of the other network, which their owners bring coins from. */
  secondChainUrl: string;
  /** JSON-RPC of Solana, for the demo. */
  solanaUrl: string;
}

/** Packages for libraries and wallets of others, published file by file. */
const connectors = ['wagmi', 'walletconnect', 'coinbase'];

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
    isForUrls: true,
    // In a process of its own: Vite sets NODE_ENV for itself, and the sandbox started next would refuse to run.
    build: ({ chainUrl, secondChainUrl, serviceUrl, solanaUrl }) =>
      run(bin('vite'), ['build', 'apps/demo', '--logLevel', 'warn'], {
        env: {
          VITE_LATCHKEY_URL: serviceUrl,
          VITE_LATCHKEY_CHAIN_URL: chainUrl,
          VITE_LATCHKEY_SECOND_CHAIN_URL: secondChainUrl,
          VITE_LATCHKEY_SOLANA_URL: solanaUrl,
        },
      }),
  },
  // Where they are and which chains they know comes with their HTML, so that one build is good for every address.
  hosted: {
    sources: [
      'apps/hosted',
      'packages/react/src',
      'packages/core/src',
      'packages/wire/src',
      'packages/frame/src',
    ],
    output: 'apps/hosted/dist/manifest.json',
    build: () => run(bin('vite'), ['build', 'apps/hosted', '--logLevel', 'warn']),
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
      ]);
      // In a process of its own, as the demo.
      await run(bin('tsx'), ['scripts/build/bundleLibraries.ts']);
    },
  },
  // The service as browser tests start it. It lies beside the server's own bundle, because it finds migrations from there.
  rig: {
    sources: [
      'e2e/rig',
      'packages/testkit/src/emptyDatabase.ts',
      'packages/server',
      'packages/wire/src',
      'packages/frame/src',
    ],
    output: 'packages/server/dist/rig.js',
    build: () => bundleProgram('e2e/rig/service/program.ts', 'packages/server/dist/rig.js'),
  },
};

interface BuildOptions {
  /** @default every target */
  only?: readonly TargetName[];
  /** @default http://localhost:4000 */
  serviceUrl?: string;
  /** @default http://localhost:4010/chain */
  chainUrl?: string;
  /** @default http://localhost:4010/chain2 */
  secondChainUrl?: string;
  /** @default http://localhost:4010/solana */
  solanaUrl?: string;
}

/**
 * Builds what is missing or older than its sources, in parallel, and returns the names of what it built.
 * "Older" is decided by a hash of the sources, not by times: a fresh clone with a restored cache builds nothing.
 */
export async function buildAll(options: BuildOptions = {}): Promise<TargetName[]> {
  const { only = Object.keys(targets) as TargetName[] } = options;
  const {
    serviceUrl = 'http://localhost:4000',
    chainUrl = 'http://localhost:4010/chain',
    secondChainUrl = 'http://localhost:4010/chain2',
    solanaUrl = 'http://localhost:4010/solana',
  } = options;
  const env = { serviceUrl, chainUrl, secondChainUrl, solanaUrl };
  const built = await Promise.all(only.map((name) => buildIfStale(name, env)));
  return only.filter((_, index) => built[index]);
}

async function buildIfStale(name: TargetName, env: BuildEnv): Promise<boolean> {
  const target = targets[name];
  const hash = await hashOf(
    [...target.sources, 'package-lock.json', 'scripts/build.ts', 'scripts/build'],
    target.isForUrls ? env : {},
  );
  if (existsSync(join(root, target.output)) && (await readStamp(name)) === hash) return false;
  await target.build(env);
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
