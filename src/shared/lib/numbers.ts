/** A whole number as Québec writes it, « 12 480 », with narrow no-break spaces between the thousands. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');
}

/** A count and what it counts: « 1 visite », « 12 480 visites ». Zero is singular in French. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)}\u00a0${count > 1 ? many : one}`;
}
