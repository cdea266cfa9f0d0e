import { isIP, isIPv4 } from 'node:net';

/**
 * The address that a request comes from; of IPv4 over an IPv6 socket the IPv4 one.
 *
 * Only the hop that the outermost trusted proxy wrote counts: what stands further left in `X-Forwarded-For` was
 * written by the client, who could otherwise pick a new network for every try (ASVS 15.3.4).
 *
 * @param remoteAddress address of the socket's other end
 * @param forwardedFor the `X-Forwarded-For` header, or null
 * @param trustedProxies how many proxies of the operator's stand before this process
 */
export function clientAddress(
  remoteAddress: string,
  forwardedFor: string | null,
  trustedProxies: number,
): string {
  if (trustedProxies > 0 && forwardedFor !== null) {
    const hops = forwardedFor.split(',');
    const address = addressOf(hops[hops.length - trustedProxies]?.trim() ?? '');
    // A hop that is no address (`unknown`, a name, nothing) would make everybody who sends one a network of its own.
    if (address !== null) return unmapped(address);
  }
  return unmapped(addressOf(remoteAddress) ?? remoteAddress);
}

/** The address in a hop, which some proxies write with a port or in brackets; null when there is none. */
function addressOf(hop: string): string | null {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
  const address = bare.replace(/%.*$/, '');
  return isIP(address) === 0 ? null : address;
}

/** IPv4 over an IPv6 socket (RFC 4291 §2.5.5.2) is one address with the same over IPv4. */
function unmapped(address: string): string {
  if (isIPv4(address) || !address.includes(':')) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return address;
  const words = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return words.flatMap((word) => [word >> 8, word & 255]).join('.');
}

/**
 * The network of an address, as limits count it: an IPv4 address, or the /64 of an IPv6 address, because one subscriber
 * has a whole /64.
 */
export function networkOf(address: string): string {
  if (isIPv4(address) || !address.includes(':')) return address;
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, lower case, without leading zeros. */
function groupsOf(address: string): string[] {
  const inHex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
  });
  const [head = '', tail] = inHex.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
}

/** Tells whether an address is this machine's own. */
export function isLoopback(network: string): boolean {
  return network.startsWith('127.') || network === '0:0:0:0::/64';
}
