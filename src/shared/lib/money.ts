/** Cents as Québec writes them: « 1 310,72 $ », with no-break spaces. */
export function formatCents(cents: number): string {
  const whole = String(Math.floor(cents / 100)).replace(/\B(?=(?:\d{3})+$)/g, '\u202f');
  return `${whole},${String(cents % 100).padStart(2, '0')}\u00a0$`;
}
