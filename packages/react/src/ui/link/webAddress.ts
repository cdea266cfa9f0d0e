import { parseUrl } from '@latchkey/core';

/**
 * Returns true if a link may lead to this value: http, https, or a path of the page. A setting with a `javascript:`
 * address would otherwise run a script in the host page when the user clicks the link.
 */
export function isWebAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value === '') return false;
  return /^https?:/.test(parseUrl(value, 'https://host.example')?.protocol ?? '');
}
