import ipaddr from 'ipaddr.js';
import type { Dependencies } from '../dependencies.ts';
import type { Destination } from '../network.ts';
import { readSetting } from '../settings.ts';

/** Reason why a site is not read. */
export type SiteProblem = 'refused' | 'unreachable' | 'timeout' | 'robots' | 'not_html' | 'error_status';

export class SiteFailure extends Error {
  override readonly name = 'SiteFailure';
  readonly problem: SiteProblem;

  constructor(problem: SiteProblem, detail = '') {
    super(`${problem} ${detail}`.trim());
    this.problem = problem;
  }
}

/** Names that only mean something on a machine or inside a network. */
const innerNames = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home|corp|arpa|onion)$/;

/**
 * Resolves the destination of a request to `url`: an address that was looked up once and is public, so that nothing
 * can point elsewhere between the check and the connection. Rejects with SiteFailure: `refused` for anything but
 * plain http(s) to the public Internet on its usual port, `unreachable` for an unknown name.
 *
 * SITE_READER_ALLOWED (« 127.0.0.1:8080,… ») names exact addresses and ports that are allowed besides, for tests.
 */
export async function destinationOf(
  url: URL,
  { net, env }: Pick<Dependencies, 'net' | 'env'>,
): Promise<Destination> {
  const isTls = url.protocol === 'https:';
  if (!isTls && url.protocol !== 'http:') throw new SiteFailure('refused', url.protocol);
  if (url.username || url.password) throw new SiteFailure('refused', 'credentials');
  const port = url.port ? Number(url.port) : isTls ? 443 : 80;
  // The URL parser has normalised every spelling of an IPv4 address (decimal, octal, hexadecimal, short).
  const hostname = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isLiteral = ipaddr.isValid(hostname);
  if (!isLiteral && (!hostname.includes('.') || innerNames.test(hostname))) {
    throw new SiteFailure('refused', hostname);
  }
  const addresses = isLiteral ? [hostname] : await lookUp(hostname, net);
  const allowed = (readSetting(env, 'SITE_READER_ALLOWED') ?? '').split(',').map((entry) => entry.trim());
  const isUsualPort = port === (isTls ? 443 : 80);
  for (const address of addresses) {
    if (allowed.includes(`${address}:${port}`)) continue;
    // One private address among public ones is a known way to make a name point inside.
    if (!isUsualPort || !isPublicAddress(address)) throw new SiteFailure('refused', `${address}:${port}`);
  }
  const address = addresses.find((candidate) => ipaddr.IPv4.isValid(candidate)) ?? addresses[0];
  if (!address) throw new SiteFailure('unreachable', hostname);
  return { address, port, tlsName: isTls ? hostname : undefined };
}

async function lookUp(hostname: string, net: Dependencies['net']): Promise<string[]> {
  try {
    return await net.resolve(hostname);
  } catch {
    throw new SiteFailure('unreachable', hostname);
  }
}

/** The range of all allocated public IPv6 addresses. */
const globalUnicast = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/**
 * Tells whether an IP address belongs to the public Internet: no loopback, private, link-local, shared, reserved,
 * multicast or documentation range, nor an IPv6 address that embeds an IPv4 one (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  // A zone (« fe80::1%eth0 ») only exists on a local link.
  if (!ipaddr.isValid(text) || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : true;
}
