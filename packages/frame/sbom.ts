import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Entry of `package-lock.json`. */
export interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Returns the packages of the lockfile by their path, such as `node_modules/@noble/curves`. @internal */
export function readLockedPackages(): Readonly<Record<string, LockedPackage>> {
  return JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')).packages;
}

/** Returns the names of foreign packages whose code is in the frame, according to the bundle report. @internal */
export function listBundled(report: string): string[] {
  const modules = report.match(/^\| (?!src\/|module|---|\*)\S+/gm) ?? [];
  const names = modules.map((row) => /^\| ((?:@[^/]+\/)?[^/]+)/.exec(row)?.[1] ?? row);
  return [...new Set(names)].sort();
}

/**
 * Returns the software bill of materials of the frame (CycloneDX 1.6): the foreign packages that the report names,
 * with version, licence and the registry's hash. It has no time and no serial number, so that builds can be compared.
 *
 * @param report text of `bundle-report.md`
 */
export function toSbom(report: string): string {
  const locked = readLockedPackages();
  const names = listBundled(report);
  const entries = names.map((name) => {
    const entry = locked[`node_modules/${name}`];
    if (!entry) throw new Error(`${name} is in the frame and not in the lockfile.`);
    return { name, entry, ref: `pkg:npm/${name.replace('@', '%40')}@${entry.version}` };
  });
  const refs = new Map(entries.map(({ name, ref }) => [name, ref]));
  const { version } = locked['packages/frame'] ?? { version: '' };
  const own = `pkg:npm/%40latchkey/frame@${version}`;
  const sbom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: '@latchkey/frame',
        version,
        licenses: [{ license: { id: 'Apache-2.0' } }],
        purl: own,
      },
    },
    components: entries.map(({ name, entry, ref }) => ({
      type: 'library',
      'bom-ref': ref,
      name,
      version: entry.version,
      scope: 'required',
      licenses: [{ license: { id: entry.license } }],
      hashes: [{ alg: 'SHA-512', content: toHex(entry.integrity) }],
      purl: ref,
    })),
    dependencies: [
      { ref: own, dependsOn: entries.map(({ ref }) => ref) },
      ...entries.map(({ entry, ref }) => ({
        ref,
        dependsOn: Object.keys(entry.dependencies ?? {}).flatMap((name) => refs.get(name) ?? []),
      })),
    ],
  };
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

function toHex(integrity = ''): string {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
}
