import type { Environment } from './environment.ts';

/** Returns true if the user agent names a phone or tablet. */
export function isMobile(page: Environment['window']): boolean {
  return /Mobi|Android|iPhone|iPad/i.test(page?.navigator.userAgent ?? '');
}
