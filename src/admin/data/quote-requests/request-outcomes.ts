import { formatNumber } from '@/shared/lib/numbers';

/** How a request ended: stored value → French label. */
export const requestOutcomes = {
  gagnée: 'Gagnée',
  perdue: 'Perdue',
} as const;

/** Why a request was lost: stored value → French label. */
export const lossReasons = {
  prix: 'Prix',
  delai: 'Délai',
  concurrent: 'Autre fournisseur',
  budget: 'Budget non accordé',
  sans_suite: 'Sans suite',
  autre: 'Autre raison',
} as const;

/** An amount as « 12 500 $ », or « 1 250,50 $ ». */
export function formatAmount(cents: number): string {
  const rest = cents % 100;
  const dollars = formatNumber((cents - rest) / 100);
  return `${dollars}${rest > 0 ? `,${String(rest).padStart(2, '0')}` : ''}\u00a0$`;
}

/** The most that the database takes. */
const MOST_CENTS = 10_000_000_000;

/** What was typed as an amount (« 12 500 $ », « 1250,50 »), in cents; `null` for nothing, `undefined` for no amount. */
export function parseAmount(typed: string): number | null | undefined {
  const plain = typed.replace(/[\s\u00a0\u202f$]/g, '').replace(',', '.');
  if (plain === '') return null;
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(plain)) return undefined;
  const [whole = '0', part = ''] = plain.split('.');
  const cents = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return cents <= MOST_CENTS ? cents : undefined;
}
