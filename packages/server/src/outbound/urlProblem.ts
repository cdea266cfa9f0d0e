import { isIP } from 'node:net';
import { type AddressRule, isAllowedAddress, isLoopbackAddress } from './addresses.ts';
import { nothingAllowed, type OutboundAllow } from './outboundAllow.ts';

/**
 * Names that lead to this machine (RFC 6761 §6.3, and the hosts files of Linux). A parsed URL has its host
 * in lower case, and numbers in any notation as plain addresses.
 */
const loopbackName = /^(?:.*\.)?localhost\d?(?:\.localdomain\d?)?\.?$|^ip6-(?:localhost|loopback)\.?$/;

/** Returns the name or address of a URL in the form that a socket needs: without the brackets of IPv6. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * Checks the text of a supplied address. The addresses of its name are checked at each call.
 *
 * @param own hosts that may be called on the operator's own network; only for an address that the operator chose
 * @returns the problem, in words that follow the field's name, or null if there is none
 */
export function urlProblem(text: string, rule: AddressRule, own: OutboundAllow | null = null): string | null {
  const allow = own ?? nothingAllowed;
  if (text.length > 2_048 || !URL.canParse(text))
    return 'must be an address such as https://example.com/path';
  const url = new URL(text);
  // A password in an address would get into logs and lists.
  if (url.username !== '' || url.password !== '') return 'must not hold a user or password';
  const host = hostOf(url);
  const isLoopback = host === 'localhost' || isLoopbackAddress(host);
  const isPlain = (rule !== 'public' && isLoopback) || isOwn(host, allow);
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isPlain)) {
    return rule === 'public'
      ? 'must begin with https://'
      : 'must begin with https://, or http:// on loopback';
  }
  if (allow.isAllowedFor(host, host) || allow.hasName(host)) return null;
  const isHere = rule === 'public' && loopbackName.test(host);
  if (isHere || (isIP(host) !== 0 && !isAllowedAddress(host, rule)))
    return 'must be an address of the internet';
  return null;
}

/**
 * Returns true if a host may be on the operator's own network, where http is allowed. The addresses of a name are
 * checked at each call.
 */
function isOwn(host: string, allow: OutboundAllow): boolean {
  if (isIP(host) !== 0) return allow.hasAddress(host);
  return allow.hasName(host) || allow.hasRanges;
}
