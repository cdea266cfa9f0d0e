import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const execute = promisify(execFile);

export interface EarlierBuild {
  /** Path of the built program. */
  readonly program: string;
  remove(): Promise<void>;
}

/**
 * Builds the service of an earlier commit in a work tree of its own, with the packages that are installed here if they
 * are the same.
 *
 * @param folder a path that does not exist
 * @throws Error with advice if the clone does not have the commit
 */
export async function buildEarlier(commit: string, folder: string): Promise<EarlierBuild> {
  const git = (...args: string[]) => execute('git', args, { cwd: root });
  await git('cat-file', '-e', `${commit}^{commit}`).catch((error: unknown) => {
    throw new Error(
      `This clone does not have the commit ${commit}, from which the upgrade starts. Fetch it: git fetch --unshallow, or git fetch origin ${commit}`,
      { cause: error },
    );
  });
  await git('worktree', 'add', '--detach', folder, commit);
  const remove = async () => void (await git('worktree', 'remove', '--force', folder));
  try {
    if (hasSamePackages(folder)) linkPackages(folder);
    else await execute('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder });
    const script = ['--import', 'tsx', 'scripts/build.ts', 'server', 'frame'];
    await execute(process.execPath, script, { cwd: folder });
  } catch (error) {
    await remove();
    throw error;
  }
  return { program: join(folder, 'packages/server/dist/main.js'), remove };
}

const packagesOfServer = ['server', 'wire', 'frame'];

/** Returns true if the packages here declare each dependency of the earlier service in the same version. */
function hasSamePackages(folder: string): boolean {
  const dependenciesIn = (base: string, name: string) => {
    const manifest = readFileSync(join(base, 'packages', name, 'package.json'), 'utf8');
    return (JSON.parse(manifest) as { dependencies?: Record<string, string> }).dependencies ?? {};
  };
  return packagesOfServer.every((name) => {
    const here = dependenciesIn(root, name);
    return Object.entries(dependenciesIn(folder, name)).every(([one, version]) => here[one] === version);
  });
}

/** Links the packages that are installed here. Our own packages are those of the work tree. */
function linkPackages(folder: string): void {
  const own = '@latchkey';
  mkdirSync(join(folder, 'node_modules', own), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== own) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  for (const name of readdirSync(join(folder, 'packages'))) {
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules', own, name));
    const nested = join(root, 'packages', name, 'node_modules');
    if (existsSync(nested)) symlinkSync(nested, join(folder, 'packages', name, 'node_modules'));
  }
}
