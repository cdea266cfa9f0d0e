import { BlockList, isIP } from 'node:net';

/** `public` allows only addresses of the internet; `public-or-loopback` also allows this machine, for development. */
export type AddressRule = 'public' | 'public-or-loopback';

/**
 * IPv4 ranges that are not globally reachable (IANA special-purpose registry, RFC 6890), the former range of 6to4
 * relays, and multicast.
 */
const specialIpv4 = subnets('ipv4', [
  '0.0.0.0/8', // this host: Linux connects 0.0.0.0 to loopback
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT, and metadata services of some clouds
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, and metadata services of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/**
 * Global unicast, the only IPv6 range that can be public. Outside it are loopback, private, link-local and multicast
 * addresses, and several ranges that can carry a private IPv4 address, such as NAT64 (`64:ff9b::/96`).
 */
const globalIpv6 = subnets('ipv6', ['2000::/3']);
const specialIpv6 = subnets('ipv6', [
  '2001::/23', // protocol assignments, among them Teredo, which carries IPv4
  '2001:db8::/32',
  '2002::/16', // 6to4 carries IPv4
  '3fff::/20',
]);

const loopbackIpv4 = subnets('ipv4', ['127.0.0.0/8']);
const loopbackIpv6 = subnets('ipv6', ['::1/128']);

function subnets(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', prefix] = range.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return loopbackIpv4.check(address, 'ipv4');
  return version === 6 && loopbackIpv6.check(address, 'ipv6');
}

/**
 * Returns true if the rule allows an address. Anything but a plain address, such as one with a zone, is refused.
 */
export function isAllowedAddress(address: string, rule: AddressRule): boolean {
  if (address.includes('%')) return false;
  if (rule === 'public-or-loopback' && isLoopbackAddress(address)) return true;
  const version = isIP(address);
  if (version === 4) return !specialIpv4.check(address, 'ipv4');
  return version === 6 && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6');
}
