import type { SitePlace } from '../../../apps/docs/src/places.ts';

/** Returns the place of an older release, such as `v0.1` for `0.1.2`. */
export function placeOfRelease(version: string): SitePlace {
  const [major, minor] = version.split('.').map(Number);
  return `v${major ?? 0}.${minor ?? 0}`;
}
