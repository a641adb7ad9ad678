import ipaddr from 'ipaddr.js';

/** Where all addresses of the Internet of today are. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Whether an IP address belongs to the public Internet: no loopback, private, link-local, shared, reserved, multicast or
 * documentation range, nor an IPv6 address that carries an IPv4 one (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  // A zone (« fe80::1%eth0 ») only exists on a local link.
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : true;
}
