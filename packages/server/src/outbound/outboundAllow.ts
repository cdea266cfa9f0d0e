import { BlockList, isIP } from 'node:net';

/**
 * Hosts on the operator's own network that the service may call (`LATCHKEY_OUTBOUND_ALLOW`), besides public
 * addresses.
 */
export interface OutboundAllow {
  /**
   * Returns true if a host name is on the list. It may then be called at addresses that are not public, except
   * reserved ones that are not on the list themselves.
   */
  hasName(host: string): boolean;
  /** Returns true if an address is on the list, or is in a listed range and not reserved. */
  hasAddress(address: string): boolean;
  /** True if the list has an address or a range: any host name may resolve to it. */
  readonly hasRanges: boolean;
  /** Returns true if the list permits calls of a host at an address. Public addresses need no such permission. */
  isAllowedFor(host: string, address: string): boolean;
}

/** The list if the operator set none. */
export const nothingAllowed: OutboundAllow = {
  hasName: () => false,
  hasAddress: () => false,
  hasRanges: false,
  isAllowedFor: () => false,
};

/**
 * Addresses that neither a name nor a range on the list allows, but only an entry for exactly that address:
 * link-local ones and others at which clouds serve the credentials of the machine (metadata services), multicast,
 * unspecified and unassigned ones, and those of NAT64, Teredo and 6to4, which carry IPv4.
 *
 * An attacker whose DNS answers a listed name, or an operator who lists 169.254.0.0/16, could otherwise direct a
 * webhook to the credentials of the machine.
 */
const reserved = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['100.100.100.200', 32], // Alibaba Cloud
  ['169.254.0.0', 16],
  ['192.0.0.192', 32], // Oracle Cloud
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  reserved.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 128],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2002::', 16],
  ['fd00:ec2::', 32], // AWS
  ['fd20:ce::254', 128], // Google Cloud
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  reserved.addSubnet(network, prefix, 'ipv6');

/**
 * Shortest prefixes allowed: those of the widest private networks, 10.0.0.0/8 and fc00::/7. A shorter prefix would
 * also cover networks that are not the operator's.
 */
const shortestPrefix = { 4: 8, 6: 7 } as const;
const hostName =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');
const toName = (host: string) => host.toLowerCase().replace(/\.$/, '');

/**
 * Reads the list: addresses, ranges of them (CIDR) and host names, separated by commas.
 *
 * @returns undefined if an entry is none of them, or a range is wider than a private network can be
 */
export function readOutboundAllow(text: string): OutboundAllow | undefined {
  const ranges = new BlockList();
  const single = new BlockList();
  const names = new Set<string>();
  let hasRanges = false;
  for (const entry of text.split(',').map((one) => one.trim())) {
    const range = toRange(entry);
    if (range) {
      hasRanges = true;
      ranges.addSubnet(range.network, range.prefix, familyOf(range.network));
      if (range.isSingle) single.addAddress(range.network, familyOf(range.network));
    } else if (hostName.test(toName(entry)) && !/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/.test(toName(entry))) {
      // A name that ends in a number is refused, because URLs parse it as an address.
      names.add(toName(entry));
    } else {
      return undefined;
    }
  }
  const hasAddress = (address: string) => {
    if (isIP(address) === 0 || address.includes('%')) return false;
    const family = familyOf(address);
    return single.check(address, family) || (ranges.check(address, family) && !isReserved(address));
  };
  const hasName = (host: string) => names.has(toName(host));
  return {
    hasName,
    hasAddress,
    hasRanges,
    isAllowedFor: (host, address) => hasAddress(address) || (hasName(host) && isNameable(address)),
  };
}

function toRange(entry: string): { network: string; prefix: number; isSingle: boolean } | null {
  const [, network = '', digits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const version = isIP(network);
  if (version !== 4 && version !== 6) return null;
  const most = version === 4 ? 32 : 128;
  const prefix = digits === undefined ? most : Number(digits);
  if (prefix > most || prefix < shortestPrefix[version]) return null;
  return { network, prefix, isSingle: prefix === most };
}

const isReserved = (address: string) => reserved.check(address, familyOf(address));

function isNameable(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  return !isReserved(address);
}
