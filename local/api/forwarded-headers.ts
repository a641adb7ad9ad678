import type { IncomingMessage } from 'node:http';

/** Headers with which a client could forge its address, or the host, port and protocol it used. */
const forgeableHeaders = new Set([
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'cf-ipcountry',
  'forwarded',
  'true-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]);

/**
 * Replaces the forwarded headers with the address of the socket, raw and parsed alike, as the hosted edge does.
 *
 * @returns that address.
 */
export function overwriteForwardedHeaders(
  incoming: Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'socket'>,
): string {
  const { headers, socket } = incoming;
  const address = plainAddress(socket.remoteAddress);
  const host = headers.host ?? '';
  const trusted = {
    'cf-connecting-ip': address,
    'x-forwarded-for': address,
    'x-forwarded-host': host,
    'x-forwarded-port': String(socket.localPort ?? ''),
    'x-forwarded-proto': 'http',
  };
  const kept: string[] = [];
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    const name = incoming.rawHeaders[index] ?? '';
    if (!forgeableHeaders.has(name.toLowerCase())) kept.push(name, incoming.rawHeaders[index + 1] ?? '');
  }
  incoming.rawHeaders = [...kept, ...Object.entries(trusted).flat()];
  for (const name of forgeableHeaders) delete headers[name];
  Object.assign(headers, trusted);
  return address;
}

/** `::ffff:127.0.0.1` is how a dual-stack socket writes 127.0.0.1. */
function plainAddress(address: string | undefined): string {
  return (address ?? '').replace(/^::ffff:(?=\d+\.)/, '') || 'unknown';
}
