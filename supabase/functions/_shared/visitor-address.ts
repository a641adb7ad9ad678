/**
 * The network address of the visitor, by the rule of `private.client_address`: what the hosted edge writes, else the last
 * entry, which our own proxy added. What the visitor sent of either stands before it or is overwritten.
 */
export function visitorAddress(headers: Headers): string | null {
  const entries = headers.get('x-forwarded-for')?.split(',') ?? [];
  return headers.get('cf-connecting-ip')?.trim() || entries.at(-1)?.trim() || null;
}
