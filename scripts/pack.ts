import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { root } from './build/contentHash.ts';
import { publishedPackages } from './build/publishedPackages.ts';
import { buildAll } from './build.ts';
import { run } from './run.ts';

/** How a packed package is named: `latchkey-react-0.1.0.tgz`. */
const packedName = /^latchkey-[a-z]+-\d[\w.+-]*\.tgz$/;

/**
 * Packs every package that is published into one folder, as the registry would have it; tarballs of earlier packings go.
 *
 * @returns the tarballs' paths
 */
export async function packAll(folder: string): Promise<string[]> {
  await buildAll({ only: ['libraries'] });
  await mkdir(folder, { recursive: true });
  const stale = (await readdir(folder)).filter((name) => packedName.test(name));
  await Promise.all(stale.map((name) => rm(join(folder, name))));
  const workspaces = publishedPackages.flatMap((name) => ['--workspace', `packages/${name}`]);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  // What `prepack` would build is built above, once for all.
  await run(npm, ['pack', '--ignore-scripts', '--pack-destination', folder, ...workspaces]);
  return (await readdir(folder)).filter((name) => packedName.test(name)).map((name) => join(folder, name));
}

if (process.argv[1] === import.meta.filename) {
  // npm runs scripts in the root, and says where it was called.
  const folder = resolve(process.env.INIT_CWD ?? root, process.argv[2] ?? join(root, 'packed'));
  const files = await packAll(folder);
  const quoted = files.map((file) => (/^[\w./@:\\-]+$/.test(file) ? file : JSON.stringify(file)));
  // They bring libraries of others, 190 MB of them.
  const isConnector = (file: string) => /latchkey-(walletconnect|coinbase)-/.test(file);
  const install = (some: readonly string[]) => console.log(`  npm install ${some.join(' ')}\n`);
  console.log(
    `\n${files.length} packages are in ${folder}. Install them in the folder of your app, all at once:\n`,
  );
  install(quoted.filter((file) => !isConnector(file)));
  console.log('For wallets on phones and Coinbase Wallet, after that:\n');
  install(quoted.filter(isConnector));
}
