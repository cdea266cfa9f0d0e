import { chmod, copyFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { capture, run } from '../../scripts/run.ts';
import { bringLaterNodes } from '../../scripts/test/laterNodes.ts';

/**
 * Makes a stand-in for the image `node:24-bookworm-slim`, because tests pull no image: Debian's smallest system, and
 * Node.js and npm in the same places. Debian's packages come from the mirror of this machine.
 */
export async function makeBase(folder: string): Promise<void> {
  await makeDebian(folder, ['ca-certificates', 'libstdc++6']);
  const node = (await bringLaterNodes()).find(({ major }) => major === '24');
  if (!node) throw new Error('There is no Node.js 24 for this machine');
  const local = join(folder, 'usr/local');
  await copyFile(join(node.path.split(':')[0] ?? '', 'node'), join(local, 'bin/node'));
  await chmod(join(local, 'bin/node'), 0o755);
  const { output: modules } = await capture('npm', ['root', '--global']);
  await mkdir(join(local, 'lib/node_modules'), { recursive: true });
  await cp(join(modules.trim(), 'npm'), join(local, 'lib/node_modules/npm'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
  // A container engine writes this file.
  await writeFile(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
}

export async function makeDebian(folder: string, packages: readonly string[]): Promise<void> {
  const { suite, mirror } = await findMirror();
  await run('debootstrap', ['--variant=minbase', `--include=${packages.join(',')}`, suite, folder, mirror]);
}

/** Returns the Debian release of this machine and the mirror from which it installs packages. */
async function findMirror(): Promise<{ suite: string; mirror: string }> {
  const system = await readFile('/etc/os-release', 'utf8');
  const suite = /^VERSION_CODENAME=(.*)$/m.exec(system)?.[1] ?? '';
  const format = '$(RELEASE) $(REPO_URI)';
  const { output } = await capture('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  const mirror = output.split('\n').find((line) => line.startsWith(`${suite} `));
  if (suite === '' || mirror === undefined)
    throw new Error(`apt-get knows no mirror of "${suite}":\n${output}`);
  return { suite, mirror: mirror.slice(suite.length + 1) };
}

/**
 * Writes this machine's settings of npm into a folder, for npm in the build: the registry, and the
 * certificate authorities that this process trusts.
 */
export async function writeNpmSettings(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  const files = await Promise.all(
    ['globalconfig', 'userconfig'].map(async (name) => {
      const { output } = await capture('npm', ['config', 'get', name]);
      return readFile(output.trim(), 'utf8').catch(() => '');
    }),
  );
  const { NODE_EXTRA_CA_CERTS: own } = process.env;
  const authorities = [...rootCertificates, own ? await readFile(own, 'utf8') : ''].join('\n');
  await writeFile(join(folder, 'authorities.pem'), authorities);
  await writeFile(join(folder, 'npmrc'), `${files.join('\n')}\ncafile=/usr/local/etc/authorities.pem\n`, {
    mode: 0o600,
  });
}
