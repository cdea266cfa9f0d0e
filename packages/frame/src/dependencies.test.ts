import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listBundled, readLockedPackages, toSbom } from '../sbom.ts';

const folder = join(import.meta.dirname, '..');
const report = readFileSync(join(folder, 'bundle-report.md'), 'utf8');
const { devDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
  devDependencies: Record<string, string>;
};
const locked = readLockedPackages();
const foreign = Object.entries(locked).filter(
  ([place, { link }]) => place.includes('node_modules/') && !link,
);
/** Upper limit of bundled packages. A developer who raises it gives the reason in docs/dependencies.md. */
const mostPackages = 7;

describe('[S18] the foreign code that runs beside a key', () => {
  const bundled = listBundled(report);

  it('bundles at most seven foreign packages, the direct ones in the exact versions of the frame’s package.json', () => {
    expect(bundled.length).toBeGreaterThan(3);
    expect(bundled.length).toBeLessThanOrEqual(mostPackages);
    for (const name of bundled) {
      const { version } = locked[`node_modules/${name}`] ?? expect.fail(`${name} is not in the lockfile`);
      // An indirect dependency has no version in package.json. The lockfile fixes its version.
      if (name in devDependencies) {
        expect(devDependencies[name], name).toEqual(version);
      }
      // A second copy below `packages/frame` could be bundled in its place.
      const copies = foreign.filter(
        ([place]) => place.endsWith(`/node_modules/${name}`) && place.startsWith('packages/frame'),
      );
      expect(copies).toEqual([]);
    }
  });

  it('declares no runtime, optional or peer dependencies in the frame’s package.json', () => {
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Record<string, unknown>;
    expect(dependencies).toBeUndefined();
    expect(optionalDependencies).toBeUndefined();
    expect(peerDependencies).toBeUndefined();
  });

  it('lists every bundled package with version, licence and hash in the published bill of materials', () => {
    const committed = readFileSync(join(folder, 'sbom.json'), 'utf8');
    expect(toSbom(report), 'run `npx tsx packages/frame/build.ts` and commit sbom.json').toBe(committed);
    const { components } = JSON.parse(committed) as {
      components: { name: string; licenses: { license: { id: string } }[]; hashes: { content: string }[] }[];
    };
    expect(components.map(({ name }) => name)).toEqual(bundled);
    for (const { licenses, hashes } of components) {
      expect(['MIT', 'Apache-2.0']).toContain(licenses[0]?.license.id);
      expect(hashes[0]?.content).toMatch(/^[0-9a-f]{128}$/);
    }
  });
});

describe('[S18] the lockfile', () => {
  it('fixes every foreign package in the lockfile by the hash of its contents, and names no URL for it', () => {
    expect(foreign.length).toBeGreaterThan(200);
    for (const [place, { integrity, resolved }] of foreign) {
      expect(integrity?.slice(0, 7), place).toBe('sha512-');
      // A URL could bypass the registry: a branch, a tarball, another machine.
      expect(resolved, place).toBeUndefined();
    }
  });

  it('allows install scripts only for the development tool esbuild, and for Anvil, on which only the sandbox depends', () => {
    const scripted = foreign.filter(([, { hasInstallScript }]) => hasInstallScript);
    for (const [place, { dev }] of scripted) {
      expect(place).toMatch(/node_modules\/(?:@foundry-rs\/anvil|esbuild)$/);
      if (place.endsWith('/esbuild')) expect(dev, place).toBe(true);
    }
    const namersOf = (name: string) =>
      Object.entries(locked)
        .filter(([, { dependencies = {} }]) => name in dependencies)
        .map(([place]) => place);
    // Anvil is the sandbox's node for EVM chains.
    expect(namersOf('@foundry-rs/anvil')).toEqual(['packages/sandbox']);
    // The command line has the sandbox as an optional dependency.
    expect(namersOf('@latchkey/sandbox')).toEqual([]);
  });
});
