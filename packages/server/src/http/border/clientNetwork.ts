/**
 * The network that a request comes from, as limits count it: an IPv4 address, or the /64 of an IPv6 address, because
 * one subscriber has a whole /64.
 *
 * Only the hop that the outermost trusted proxy wrote counts: what stands further left in `X-Forwarded-For` was
 * written by the client, who could otherwise pick a new network for every try (ASVS 15.3.4).
 *
 * @param remoteAddress address of the socket's other end
 * @param forwardedFor the `X-Forwarded-For` header, or null
 * @param trustedProxies how many proxies of the operator's stand before this process
 */
export function clientNetwork(
  remoteAddress: string,
  forwardedFor: string | null,
  trustedProxies: number,
): string {
  if (trustedProxies > 0 && forwardedFor !== null) {
    const hops = forwardedFor.split(',');
    const hop = hops[hops.length - trustedProxies]?.trim();
    if (hop) return networkOf(hop);
  }
  return networkOf(remoteAddress);
}

function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  // An IPv4 address with a port, as some proxies write it.
  const withPort = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address);
  if (withPort?.[1]) return withPort[1];
  return `${firstGroups(address).join(':')}::/64`;
}

/** The first four groups of an IPv6 address, with its `::` written out and without leading zeros. */
function firstGroups(address: string): string[] {
  const bare = address.replace(/^\[|\].*$/g, '').replace(/%.*$/, '');
  const [head = '', tail] = bare.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill('0'), ...right]
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''));
}

/** Tells whether an address is this machine's own. */
export function isLoopback(network: string): boolean {
  return network.startsWith('127.') || network === '0:0:0:0::/64';
}
