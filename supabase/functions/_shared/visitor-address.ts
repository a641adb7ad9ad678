/**
 * Returns the visitor's network address by the rule of `private.client_address`: the header of the hosted edge, else
 * the last entry, which our own proxy added. A visitor's own headers stand before it or are overwritten.
 */
export function visitorAddress(headers: Headers): string | null {
  const entries = headers.get('x-forwarded-for')?.split(',') ?? [];
  return headers.get('cf-connecting-ip')?.trim() || entries.at(-1)?.trim() || null;
}
