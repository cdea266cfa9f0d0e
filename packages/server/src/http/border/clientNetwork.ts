import { isIP, isIPv4 } from 'node:net';

/**
 * Returns the address that a request comes from, as IPv4 if it is IPv4 over an IPv6 socket.
 *
 * A client could write hops into `X-Forwarded-For` to get a new network for every try (ASVS 15.3.4). Only the hop
 * that the outermost trusted proxy wrote counts.
 *
 * @param remoteAddress address of the socket's other end
 * @param forwardedFor the `X-Forwarded-For` header, or null
 * @param trustedProxies number of the operator's proxies before this process
 */
export function clientAddress(
  remoteAddress: string,
  forwardedFor: string | null,
  trustedProxies: number,
): string {
  if (trustedProxies > 0 && forwardedFor !== null) {
    const hops = forwardedFor.split(',');
    const address = addressOf(hops[hops.length - trustedProxies]?.trim() ?? '');
    // Ignores a hop that is not an address (`unknown`, a name, nothing), which would count as a network of its own. The
    // address of the connection counts instead.
    if (address !== null) return unmapped(address);
  }
  return unmapped(addressOf(remoteAddress) ?? remoteAddress);
}

/**
 * Returns the address of a hop, which some proxies write with a port or in brackets. Null if the hop is not an
 * address.
 */
function addressOf(hop: string): string | null {
  const bare = /^\[(.*)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
  const address = bare.replace(/%.*$/, '');
  return isIP(address) === 0 ? null : address;
}

/** Converts IPv4 over an IPv6 socket (RFC 4291 §2.5.5.2) to the same IPv4 address. */
function unmapped(address: string): string {
  if (isIPv4(address) || !address.includes(':')) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return address;
  const words = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return words.flatMap((word) => [word >> 8, word & 255]).join('.');
}

/**
 * Returns the network of an address: an IPv4 address, or the /64 of an IPv6 address, because a subscriber usually has a
 * whole /64.
 */
export function networkOf(address: string): string {
  if (isIPv4(address) || !address.includes(':')) return address;
  return `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** Returns the eight groups of an IPv6 address in lower case without leading zeros. */
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

export function isLoopback(network: string): boolean {
  return network.startsWith('127.') || network === '0:0:0:0::/64';
}
