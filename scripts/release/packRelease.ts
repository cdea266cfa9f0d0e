import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { root } from '../build/contentHash.ts';
import { publishedPackages } from '../build/publishedPackages.ts';
import { buildAll } from '../build.ts';
import { lintPackages } from '../check/packages.ts';
import { packAll } from '../pack.ts';
import { capture } from '../run.ts';

export const releaseFolder = join(root, 'artifacts/release');

/** The frame's manifest: the SHA-256 of each file, in hex. */
interface FrameManifest {
  readonly files: Readonly<Record<string, { readonly sha256: string }>>;
}

/**
 * Writes the files of a release: the packages as they are published, the software bills of materials, the frame's
 * manifest, the page that opens exit kits, the notes, and a hash of each file.
 *
 * @param version of the packages
 * @throws Error if a package breaks a rule of publint
 */
export async function packRelease(version: string): Promise<void> {
  await buildAll({ only: ['libraries', 'programs'] });
  const { code, output } = await lintPackages();
  if (code !== 0) throw new Error(output);
  await rm(releaseFolder, { recursive: true, force: true });
  await mkdir(releaseFolder, { recursive: true });
  await packAll(releaseFolder);
  await Promise.all([
    writeServiceSbom(),
    copyFile(join(root, 'packages/frame/sbom.json'), join(releaseFolder, 'frame-sbom.json')),
    copyFile(
      join(root, 'packages/frame/dist/pages/manifest.json'),
      join(releaseFolder, 'frame-manifest.json'),
    ),
    copyFile(join(root, 'packages/frame/dist/latchkey-exit.html'), join(releaseFolder, 'latchkey-exit.html')),
    writeNotes(version),
  ]);
  await writeHashes();
}

/** Writes the bill of materials of the whole workspace, without development packages (CycloneDX). */
async function writeServiceSbom(): Promise<void> {
  const { code, output } = await capture('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx']);
  if (code !== 0) throw new Error(output);
  await writeFile(join(releaseFolder, 'sbom.json'), output.slice(output.indexOf('{')));
}

/** Writes the notes: the changelog's section, the published packages and the hashes of the frame's files. */
async function writeNotes(version: string): Promise<void> {
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8');
  const section = changelog.split(/^(?=## )/m).find((text) => text.startsWith(`## ${version}\n`)) ?? '';
  const manifest = await readFile(join(root, 'packages/frame/dist/pages/manifest.json'), 'utf8');
  const { files } = JSON.parse(manifest) as FrameManifest;
  const rows = Object.entries(files).map(([name, { sha256 }]) => `| \`${name}\` | \`${sha256}\` |`);
  const notes = [
    section.replace(/^## .*\n+/, '').trim(),
    '## Packages',
    publishedPackages.map((name) => `- \`@latchkey/${name}@${version}\``).join('\n'),
    '## Hashes of the wallet frame',
    'Compare them with `/.well-known/latchkey-frame.json` of your service, or run `latchkey verify-frame`.',
    ['| file | SHA-256 |', '|---|---|', ...rows].join('\n'),
  ];
  await writeFile(join(releaseFolder, 'notes.md'), `${notes.join('\n\n')}\n`);
}

/** Writes `SHA256SUMS`, which `sha256sum --check` reads. */
async function writeHashes(): Promise<void> {
  const names = (await readdir(releaseFolder)).sort();
  const lines = names.map(async (name) => {
    const content = await readFile(join(releaseFolder, name));
    return `${createHash('sha256').update(content).digest('hex')}  ${basename(name)}\n`;
  });
  await writeFile(join(releaseFolder, 'SHA256SUMS'), (await Promise.all(lines)).join(''));
}
