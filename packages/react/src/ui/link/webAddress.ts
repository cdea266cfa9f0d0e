import { parseUrl } from '@latchkey/core';

/**
 * Whether a value is an address that a link may lead to: http, https, or a path of the page. Threat: a `javascript:` or
 * `data:` address in a setting would run in the host's page when someone presses the link.
 */
export function isWebAddress(value: unknown): value is string {
  if (typeof value !== 'string' || value === '') return false;
  return /^https?:/.test(parseUrl(value, 'https://host.example')?.protocol ?? '');
}
