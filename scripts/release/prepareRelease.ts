import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../build/contentHash.ts';
import { publishedPackages } from '../build/publishedPackages.ts';
import { bin, capture, run } from '../run.ts';
import { readVersion } from './readVersion.ts';

const changesets = join(root, '.changeset');

/**
 * Prepares a release in the checkout: versions and changelogs of all packages, the client's name, a database dump
 * for later upgrade tests, and the frame's size report and bill of materials. Commits nothing.
 *
 * @param version of the release, without a leading v
 * @throws Error if the version does not fit, there are uncommitted changes, or a step fails
 */
export async function prepareRelease(version: string): Promise<void> {
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) throw new Error(`${version} is no version such as 0.1.0.`);
  if ((await git('status', '--porcelain')) !== '')
    throw new Error('There are uncommitted changes. Commit or stash them.');
  if ((await git('tag', '--list', `v${version}`)) !== '') throw new Error(`v${version} is tagged already.`);
  const isFirst = (await git('tag', '--list', 'v*')) === '';
  if (isFirst) {
    const current = await readVersion();
    if (version !== current) throw new Error(`The first release is ${current}, the version of the packages.`);
    // Nobody has a version before the first one, so its changelogs list no changes.
    await Promise.all((await listChangesets()).map((path) => rm(path)));
  } else {
    if ((await listChangesets()).length === 0)
      throw new Error('There are no changesets, so nothing changed.');
    await run(bin('changeset'), ['version']);
    const next = await readVersion();
    if (next !== version) {
      await run('git', ['checkout', '--', '.']);
      throw new Error(`The changesets ask for ${next}. Release that version, or change them.`);
    }
    await run('npm', ['install', '--package-lock-only', '--ignore-scripts']);
  }
  await setClientName(version);
  await run('npm', ['run', 'dump:upgrade', '--', version]);
  await run('npx', ['tsx', 'packages/frame/build.ts']);
  await checkChangelogs(version);
}

async function git(...args: readonly string[]): Promise<string> {
  const { code, output } = await capture('git', args);
  if (code !== 0) throw new Error(output);
  return output.trim();
}

async function listChangesets(): Promise<string[]> {
  const names = await readdir(changesets);
  return names
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => join(changesets, name));
}

/** Sets the name that the client sends with each request. */
async function setClientName(version: string): Promise<void> {
  const path = join(root, 'packages/core/src/http/version.ts');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace(/latchkey-core:[^']+/, `latchkey-core:${version}`));
}

/** @throws Error that names the changelogs without a section of the version */
async function checkChangelogs(version: string): Promise<void> {
  const paths = ['CHANGELOG.md', ...publishedPackages.map((name) => `packages/${name}/CHANGELOG.md`)];
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')));
  const missing = paths.filter((_, at) => !texts[at]?.includes(`\n## ${version}\n`));
  if (missing.length > 0) throw new Error(`Write a section "## ${version}" in ${missing.join(', ')}.`);
}
