/** A whole number as Québec writes it, « 12 480 », with narrow no-break spaces between the thousands. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');
}

/** A number with one decimal at most as Québec writes it, « 10,3 » or « −0,8 ». */
export const formatDecimal = (value: number): string =>
  `${value <= -0.05 ? '−' : ''}${Math.abs(value).toLocaleString('fr-CA', { maximumFractionDigits: 1 })}`;

/** A count and what it counts: « 1 visite », « 12 480 visites ». Zero is singular in French. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)}\u00a0${count > 1 ? many : one}`;
}

/** The size of a file as Québec writes it: « 42,5 Mo », « 310 ko ». */
export function fileSize(bytes: number): string {
  if (bytes < 1e6) return `${formatNumber(Math.max(1, Math.round(bytes / 1e3)))}\u00a0ko`;
  const [value, unit] = bytes >= 1e9 ? [bytes / 1e9, 'Go'] : [bytes / 1e6, 'Mo'];
  return `${formatDecimal(value)}\u00a0${unit}`;
}
