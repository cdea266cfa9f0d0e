import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root } from './build/contentHash.ts';
import { publishedPackages } from './build/publishedPackages.ts';
import { buildAll } from './build.ts';
import { run } from './run.ts';

/** Matches the file name of a packed package, such as `latchkey-react-0.1.0.tgz`. */
const packedName = /^latchkey-[a-z]+-\d[\w.+-]*\.tgz$/;

/**
 * Packs every published package into one folder, as for the registry. Removes the tarballs of earlier runs.
 *
 * @returns the tarballs' paths
 */
export async function packAll(folder: string): Promise<string[]> {
  await buildAll({ only: ['libraries', 'programs'] });
  await mkdir(folder, { recursive: true });
  const stale = (await readdir(folder)).filter((name) => packedName.test(name));
  await Promise.all(stale.map((name) => rm(join(folder, name))));
  const workspaces = publishedPackages.flatMap((name) => ['--workspace', `packages/${name}`]);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // The build of `prepack` ran above, once for all packages.
  await run(npm, ['pack', '--ignore-scripts', '--pack-destination', folder, ...workspaces]);
  return (await readdir(folder)).filter((name) => packedName.test(name)).map((name) => join(folder, name));
}

if (process.argv[1] === import.meta.filename) {
  // npm runs scripts in the root, and names the folder in which it was called in INIT_CWD.
  const folder = resolve(process.env.INIT_CWD ?? root, process.argv[2] ?? join(root, 'packed'));
  const files = await packAll(folder);
  const quoted = files.map((file) => (/^[\w./@:\\-]+$/.test(file) ? file : JSON.stringify(file)));
  // Listed separately, because few apps need them.
  const isConnector = (file: string) => /latchkey-(walletconnect|coinbase)-/.test(file);
  const isProgram = (file: string) => /latchkey-(cli|sandbox|server)-/.test(file);
  const isOfProgram = (file: string) => isProgram(file) || /latchkey-(frame|wire)-/.test(file);
  const install = (some: readonly string[]) => console.log(`  npm install ${some.join(' ')}\n`);
  console.log(
    `\n${files.length} packages are in ${folder}. Install them in the folder of your app, all at once:\n`,
  );
  install(quoted.filter((file) => !isConnector(file) && !isProgram(file)));
  console.log('For wallets on phones and Coinbase Wallet, after that:\n');
  install(quoted.filter(isConnector));
  console.log('The command line `latchkey` and the service, in a folder of their own:\n');
  install(quoted.filter(isOfProgram));
}
