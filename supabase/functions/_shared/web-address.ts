/** An http address that the database accepts, or undefined. */
export function webAddress(text: string | null | undefined): string | undefined {
  const first = (text ?? '').split(';')[0]?.trim() ?? '';
  if (!first) return undefined;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(first) && !/^[^/]*:\d/.test(first) ? first : `https://${first}`;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isName = url.hostname.includes('.') && !url.username && !url.password;
  return isName && url.href.length <= 500 ? url.href : undefined;
}
