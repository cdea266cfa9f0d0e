import type { AppSettings } from '@latchkey/wire';
import type { Problem } from '../http/index.ts';
import { isLoopbackHost } from '../loopback.ts';

/** Returns true if an origin is allowed, by its exact name or a wildcard. */
export type OriginMatch = (origin: string) => boolean;

/**
 * Returns the problem with an entry of an origin list, or null. An entry is exactly the text that a browser sends:
 * scheme, host and port. The leftmost label may be `*` outside production.
 */
export function originProblem(entry: string, production: boolean): string | null {
  const isWildcard = /^https?:\/\/\*\./.test(entry);
  const plain = isWildcard ? entry.replace('*.', 'any.') : entry;
  const url = URL.canParse(plain) ? new URL(plain) : null;
  if (!url || url.origin !== plain || !/^https?:$/.test(url.protocol)) {
    return 'must be an origin such as https://app.example.com, without a path or a slash at the end';
  }
  if (plain.includes('*')) return 'may hold one *, as the left-most label of the host';
  // `*.com` and `*.localhost` would allow other people's pages.
  if (isWildcard && url.hostname.split('.').length < 3) return 'must name a domain after the *';
  if (!production) return null;
  // An attacker who can serve a page under the domain could use it to get sessions of the app's users.
  if (isWildcard) return 'must not hold a * in production; list each origin';
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return 'must be https in production';
  return null;
}

/**
 * Suffix for every port of this machine, as in `http://localhost:*`. Only the demo apps have it; operators' lists
 * cannot.
 */
const anyPort = ':*';

/**
 * Returns the entries that apply. A database from development may have wildcards. An attacker who can serve a page
 * under one could use it to get sessions of the app's users, so production ignores wildcards.
 */
export const originsInForce = (entries: readonly string[], production: boolean): string[] =>
  entries.filter((entry) => !production || !entry.includes('*'));

/** Creates the test for a list of entries that {@link originProblem} accepted, or for a demo app's. */
export function originMatch(entries: readonly string[]): OriginMatch {
  const exact = new Set(entries.filter((entry) => !entry.includes('*')));
  const wild = entries.filter((entry) => entry.includes('*')).map(toPattern);
  return (origin) => exact.has(origin) || wild.some((matches) => matches(origin));
}

function toPattern(entry: string): OriginMatch {
  if (entry.endsWith(anyPort)) {
    const host = entry.slice(0, -anyPort.length);
    return (origin) => origin.startsWith(host) && /^(?::[1-9]\d{0,4})?$/.test(origin.slice(host.length));
  }
  const at = entry.indexOf('*');
  return (origin) => isUnder(origin, entry.slice(0, at), entry.slice(at + 1));
}

/** Matches one label for the `*`: letters, digits and hyphens. */
function isUnder(origin: string, start: string, end: string): boolean {
  if (!origin.startsWith(start) || !origin.endsWith(end)) return false;
  return /^[a-z0-9-]{1,63}$/.test(origin.slice(start.length, origin.length - end.length));
}

/**
 * Returns the problem with an app's own address of the service, or null. Its cookies are first-party ones only on a
 * subdomain of the app's domain, such as https://privy.example.com for the pages of https://app.example.com. The check
 * requires a subdomain, but does not know the app's domain.
 */
export function customApiUrlProblem(settings: AppSettings, production: boolean): Problem | null {
  const field = 'custom_api_url';
  const url = settings.custom_api_url;
  if (url === null) return null;
  const problem = url.includes('*') ? 'must not hold a *' : originProblem(url, production);
  if (problem) return { field, problem };
  const { hostname, protocol } = new URL(url);
  if (protocol !== 'https:') return { field, problem: 'must be https' };
  // The cookies are for the parent of this host. Browsers refuse cookies for a whole top-level domain or an IP
  // address.
  if (hostname.split('.').length < 3 || !/[a-z]$/.test(hostname)) {
    return { field, problem: "must be a subdomain of the app's domain, such as https://privy.example.com" };
  }
  // The wallet frame is on this origin: scripts of a host page on the same origin could reach into it.
  if (settings.allowed_origins.includes(url)) {
    return { field, problem: 'must not be one of allowed_origins' };
  }
  return null;
}

/** Returns the problem with the page that mails to removed addresses link to, or null. */
export function undoUrlProblem(settings: AppSettings, production: boolean): Problem | null {
  const field = 'undo_url';
  const text = settings.undo_url;
  if (text === null) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  const hasMore = url !== null && `${url.hash}${url.username}${url.password}` !== '';
  if (url === null || hasMore || originProblem(url.origin, production)) {
    return { field, problem: 'must be the address of a page of the app, without a fragment' };
  }
  // Mails must only link to the app.
  const isTheirs = settings.allowed_origins.includes(url.origin);
  return isTheirs ? null : { field, problem: 'must stand on one of allowed_origins' };
}
