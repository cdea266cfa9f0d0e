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
/** A user who adds one says in docs/dependencies.md why. */
const mostPackages = 7;

describe('[S18] the foreign code that runs beside a key', () => {
  const bundled = listBundled(report);

  it('is a handful of packages, in the exact versions that the frame names', () => {
    expect(bundled.length).toBeGreaterThan(3);
    expect(bundled.length).toBeLessThanOrEqual(mostPackages);
    for (const name of bundled) {
      const { version } = locked[`node_modules/${name}`] ?? expect.fail(`${name} is not in the lockfile`);
      // One that a package of the list brings along is held by the lockfile alone.
      if (name in devDependencies) expect([name, devDependencies[name]]).toEqual([name, version]);
      // No second copy, in another version, may stand nearer to what imports it.
      const copies = foreign.filter(
        ([place]) => place.endsWith(`/node_modules/${name}`) && place.startsWith('packages/frame'),
      );
      expect(copies).toEqual([]);
    }
  });

  it('needs nothing that is not bundled, so that an install brings nothing along', () => {
    const { dependencies, optionalDependencies, peerDependencies } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Record<string, unknown>;
    expect([dependencies, optionalDependencies, peerDependencies]).toEqual([undefined, undefined, undefined]);
  });

  it('is listed with version, licence and hash in the bill of materials that is published beside it', () => {
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
  it('holds every package by the hash of its contents, whichever registry it comes from', () => {
    expect(foreign.length).toBeGreaterThan(200);
    for (const [place, { integrity, resolved }] of foreign) {
      expect([place, integrity?.slice(0, 7)]).toEqual([place, 'sha512-']);
      // An address would lead past the registry: to a branch, a tarball, another machine.
      expect([place, resolved]).toEqual([place, undefined]);
    }
  });

  it('has no package that runs a script when it is installed, but for a tool of development', () => {
    const scripted = foreign.filter(([, { hasInstallScript }]) => hasInstallScript);
    for (const [place, { dev }] of scripted) {
      expect(place).toMatch(/node_modules\/(?:@foundry-rs\/anvil|esbuild)$/);
      expect(dev).toBe(true);
    }
    // The EVM node of the sandbox, which production neither installs nor starts.
    const namers = Object.entries(locked).filter(
      ([, { dependencies = {}, devDependencies = {} }]) =>
        '@foundry-rs/anvil' in { ...dependencies, ...devDependencies },
    );
    expect(namers.map(([place]) => place)).toEqual(['packages/sandbox']);
  });
});
