import type { Environment } from './environment.ts';

/** Whether a page is on a phone or a tablet. */
export function isMobile(page: Environment['window']): boolean {
  return /Mobi|Android|iPhone|iPad/i.test(page?.navigator.userAgent ?? '');
}
