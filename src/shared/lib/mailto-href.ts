/**
 * A link that opens a message in the person's mail program. Everything is encoded: an address may hold « ? » and « & »,
 * which would otherwise begin fields of the message, such as a hidden recipient.
 */
export function mailtoHref(address: string, fields: { subject?: string; body?: string } = {}): string {
  const query = Object.entries(fields).map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  const recipient = encodeURIComponent(address).replace(/%40(?!.*%40)/, '@');
  return `mailto:${recipient}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
