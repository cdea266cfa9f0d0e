import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashOf, readStamp, root, writeStamp } from '../scripts/build/contentHash.ts';
import { buildAll } from '../scripts/build.ts';
import { run } from '../scripts/run.ts';
import { setup as installExamples } from './install.ts';

const folder = import.meta.dirname;
const packages = ['wire', 'frame', 'core', 'react'] as const;
const outputs = ['vite/dist/index.html', 'nextjs/.next/BUILD_ID', 'node_modules/@latchkey/react/dist'];

/** Placeholders for settings that Vite writes into its pages, but that are known only when the pages are served. */
export const placeholders = { appId: 'the-app-id-of-25-letters-', apiUrl: 'https://auth.example.com' };

/**
 * Builds the example apps that have pages. The pages use our packages as `npm pack` makes them, which is what a
 * developer would install. Builds no example if the packages and the examples have not changed since the last build.
 *
 * @throws Error if an installed dependency has another version than a package names, or if a host does not build
 */
export async function buildHosts(): Promise<void> {
  await Promise.all([installExamples(), buildAll({ only: ['libraries'] })]);
  const hash = await hashOf([
    ...packages.map((name) => `packages/${name}`),
    'packages/node',
    'examples',
    'package-lock.json',
    'scripts/build',
  ]);
  const isBuilt = outputs.every((output) => existsSync(join(folder, output)));
  if (isBuilt && (await readStamp('hosts')) === hash) return;
  await installPacked();
  const { appId, apiUrl } = placeholders;
  const env = { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  const vite = { ...env, VITE_APP_ID: appId, VITE_AUTH_URL: apiUrl };
  await runInstalled('vite/bin/vite.js', ['build', 'vite', '--logLevel', 'warn'], vite);
  // Without the app's id and URL, as in a pipeline that builds once for several environments.
  await runInstalled('next/dist/bin/next', ['build', 'nextjs'], env);
  await writeStamp('hosts', hash);
}

/** Packs our packages and unpacks them where `npm install` would. */
async function installPacked(): Promise<void> {
  const packed = await mkdtemp(join(tmpdir(), 'latchkey-packed-'));
  const workspaces = packages.flatMap((name) => ['--workspace', `packages/${name}`]);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await run(npm, ['pack', '--ignore-scripts', '--pack-destination', packed, ...workspaces]);
  for (const name of packages) {
    const { version } = await manifestOf(join(root, 'packages', name));
    const place = join(folder, 'node_modules/@latchkey', name);
    await rm(place, { recursive: true, force: true });
    await mkdir(place, { recursive: true });
    await run('tar', [
      '-xzf',
      join(packed, `latchkey-${name}-${version}.tgz`),
      ...['-C', place],
      '--strip-components=1',
    ]);
    await checkDependencies(place);
  }
  await rm(packed, { recursive: true });
}

/**
 * Checks that each dependency is installed in exactly the version that the package names, as `npm install` would
 * bring it.
 */
async function checkDependencies(place: string): Promise<void> {
  const { name, dependencies = {} } = await manifestOf(place);
  for (const [needed, wanted] of Object.entries(dependencies)) {
    const { version } = await manifestOf(
      needed.startsWith('@latchkey/')
        ? join(root, 'packages', needed.slice('@latchkey/'.length))
        : join(folder, 'node_modules', needed),
    );
    if (version !== wanted) throw new Error(`${name} needs ${needed} ${wanted}, and ${version} is here.`);
  }
}

interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
}

async function manifestOf(place: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(place, 'package.json'), 'utf8')) as Manifest;
}

function runInstalled(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return run(process.execPath, [join(folder, 'node_modules', program), ...args], { cwd: folder, env });
}

if (process.argv[1] === import.meta.filename) await buildHosts();
