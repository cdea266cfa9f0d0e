import { isIP } from 'node:net';
import { type AddressRule, isAllowedAddress, isLoopbackAddress } from './addresses.ts';
import { nothingAllowed, type OutboundAllow } from './outboundAllow.ts';

/**
 * Names that lead to this machine wherever they are asked for (RFC 6761 §6.3, and the hosts files of Linux). URLs come in
 * lower case, and numbers in any notation as plain addresses.
 */
const loopbackName = /^(?:.*\.)?localhost\d?(?:\.localdomain\d?)?\.?$|^ip6-(?:localhost|loopback)\.?$/;

/** The name or address of a URL as a socket takes it: without the brackets of IPv6. */
export const hostOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * What keeps the service from calling an address that someone gave, as far as its text tells; where the name points
 * is looked up at each call.
 *
 * @param own what the operator lets be called on their own network; for an address that the operator chose alone
 * @returns words that follow the field's name, or null
 */
export function urlProblem(text: string, rule: AddressRule, own: OutboundAllow | null = null): string | null {
  const allow = own ?? nothingAllowed;
  if (text.length > 2_048 || !URL.canParse(text))
    return 'must be an address such as https://example.com/path';
  const url = new URL(text);
  // A password in an address ends in logs and lists.
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

/** Tells whether a host may be on the operator's own network, where http is allowed. A name is looked up at each call. */
function isOwn(host: string, allow: OutboundAllow): boolean {
  if (isIP(host) !== 0) return allow.hasAddress(host);
  return allow.hasName(host) || allow.hasRanges;
}
