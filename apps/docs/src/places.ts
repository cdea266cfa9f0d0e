/**
 * Place of a version of the site below the site's address: the newest release is at the root, main in `next/`, and an
 * older release in the folder of its minor version, such as `v0.1/`.
 */
export type SitePlace = 'latest' | 'next' | `v${number}.${number}`;

/** A published version, as `versions.json` at the root of the published site lists it. */
export interface SiteVersion {
  readonly place: SitePlace;
  /** Name in the menu. */
  readonly label: string;
}

export const versionsFile = 'versions.json';

/** Returns the path of a place below the root, with a slash at the end. It is empty for the newest release. */
export const pathOfPlace = (place: SitePlace): string => (place === 'latest' ? '' : `${place}/`);
