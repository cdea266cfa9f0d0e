import { readFileSync } from 'node:fs';

interface LockedPackage {
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
  hasInstallScript?: boolean;
  link?: boolean;
  resolved?: string;
}

/**
 * Counts the packages that `npm install <name>` would bring to a host, including the package itself and its required
 * peers. Reads this repository's lockfile, and counts each transitive dependency once.
 */
export function hostPackages(name: string): { count: number; withScripts: number } {
  const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const found = new Set<string>();
  let withScripts = 0;
  const queue = [name];
  for (const next of queue) {
    if (found.has(next)) continue;
    found.add(next);
    let locked = lock.packages[`node_modules/${next}`];
    if (!locked) throw new Error(`${next} is not in package-lock.json`);
    if (locked.link && locked.resolved) locked = lock.packages[locked.resolved] ?? locked;
    if (locked.hasInstallScript) withScripts += 1;
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = locked;
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    queue.push(...Object.keys(dependencies), ...peers);
  }
  return { count: found.size, withScripts };
}
