import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../scripts/build/contentHash.ts';
import { dependentsOf, readImports } from '../scripts/test/importGraph.ts';
import { frozenSetups, hashPart, setupOf, toShortHash } from './setups.ts';

const { shared, benches } = frozenSetups;
const parts = Object.entries({ ...shared, ...benches });
const readme = readFileSync(join(root, 'bench/README.md'), 'utf8');

/** Files of `bench/` that are part of no setup. */
const isUnfrozen = (path: string) =>
  /^bench\/(README\.md|results\/.*|run\.ts|setups\.ts|.*\.test\.ts)$/.test(path);

const files = readdirSync(join(root, 'bench'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) =>
    join(parentPath, name)
      .slice(root.length + 1)
      .replaceAll('\\', '/'),
  )
  .filter((path) => !path.includes('/node_modules/') && !isUnfrozen(path));

const holds = (part: { files: readonly string[] }, file: string) =>
  part.files.some((path) => file === path || file.startsWith(`${path}/`));

/** Returns what is missing for a part: its hash in `setups.ts`, or the line about this hash in the README. */
function missingFor(name: string, frozen: string, found: string, page: string): string[] {
  const [, section = ''] = page.split('## Changes of the setup\n');
  const change = `\`${name} ${toShortHash(found)}\``;
  const isExplained = (section.split(/^## /m)[0] ?? '')
    .split('\n')
    .some((line) => line.startsWith('- ') && line.includes(change) && /: \S/.test(line));
  const missing: string[] = [];
  if (frozen !== found) {
    missing.push(`The setup of benches changed (${name}). Set its hash in bench/setups.ts to '${found}'.`);
  }
  if (!isExplained) {
    missing.push(
      'Add a line to the section "Changes of the setup" of bench/README.md: ' +
        `- ${change}: what changed, and why. Figures before and after are not comparable.`,
    );
  }
  return missing;
}

describe('the setups of the benches', () => {
  it('no baseline, peer, lockfile or setup changes without a line in bench/README.md', async () => {
    const missing = parts.map(async ([name, part]) =>
      missingFor(name, part.sha256, await hashPart(part), readme),
    );
    expect((await Promise.all(missing)).flat()).toEqual([]);
  });

  it('a new hash without a line, and a line without the new hash, are refused', () => {
    const page =
      '## Changes of the setup\n\n- `peer 11111111`: first version\n\n## Next\n\n- `peer 22222222`: here\n';
    const [old, changed] = ['1'.repeat(64), '2'.repeat(64)];
    expect(missingFor('peer', old, old, page)).toEqual([]);
    expect(missingFor('peer', changed, changed, page)).toEqual([expect.stringContaining('Add a line')]);
    const named = page.replace('first', '`peer 22222222`: first');
    expect(missingFor('peer', old, changed, named)).toEqual([expect.stringContaining('in bench/setups.ts')]);
    expect(missingFor('peer', changed, changed, named)).toEqual([]);
    const unexplained = '## Changes of the setup\n\n- `peer 22222222`\n';
    expect(missingFor('peer', changed, changed, unexplained)).toHaveLength(1);
  });

  it('each file of bench/ belongs to one part, and each part has only files that exist', () => {
    expect(files.length).toBeGreaterThan(40);
    const owners = (file: string) => parts.filter(([, part]) => holds(part, file)).map(([name]) => name);
    expect(files.filter((file) => owners(file).length !== 1)).toEqual([]);
    const named = parts.flatMap(([, part]) => part.files);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('each bench names the shared parts that it uses', () => {
    const sources = [...files, ...parts.flatMap(([, part]) => part.files)].filter((path) =>
      /\.[jt]sx?$/.test(path),
    );
    const imports = readImports(
      new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')])),
      () => null,
    );
    const used = Object.entries(shared).flatMap(([name, part]) => {
      const dependents = dependentsOf(
        sources.filter((file) => holds(part, file)),
        imports,
      );
      return Object.entries(benches)
        .filter(([, bench]) => bench.files.some((file) => dependents.has(file)))
        .map(([bench]) => ({ bench, name }));
    });
    expect(used.length).toBeGreaterThan(20);
    const named = new Map(
      Object.entries(benches).map(([bench, setup]) => [bench, setup.shared as readonly string[]]),
    );
    expect(used.filter(({ bench, name }) => !named.get(bench)?.includes(name))).toEqual([]);
  });

  it('a result names the parts of its setup with their short hashes', async () => {
    const setup = await setupOf('refresh');
    expect(Object.keys(setup)).toEqual(['figures', 'service', 'baseline', 'refresh']);
    expect(setup.baseline).toBe(toShortHash(shared.baseline?.sha256 ?? ''));
  });
});
