import { formatAmount } from '@/shared/lib/money';
import { counted } from '@/shared/lib/numbers';
import { type Estimate, type EstimateBasis, type EstimateData, estimateOf, type Project } from './estimate';

/** Unit of each price: « 65 $ par scène ». */
export const basisUnits: Record<EstimateBasis, string> = {
  scene: 'par scène',
  kilometre: 'par kilomètre capté',
  jour: 'par jour sur place',
  projet: 'par projet',
  deplacement: 'par kilomètre parcouru',
};

/** Formats two amounts, « de 2 715 $ à 3 250 $ », or one when they are the same. */
export const amountRange = (low: number, high: number): string =>
  low === high ? formatAmount(low) : `de ${formatAmount(low)} à ${formatAmount(high)}`;

/** Formats the delay: « 3 à 6 semaines ». */
export const weekRange = ([low, high]: [number, number]): string =>
  low === high ? counted(low, 'semaine') : `${low} à ${counted(high, 'semaine')}`;

/** Formats the size of a project, « 12 scènes, 3,5 km ». */
function projectSize(data: EstimateData, { scenes, kilometres, kind }: Project): string {
  const asks = (basis: EstimateBasis) =>
    data.prices.some((price) => price.basis === basis && price.kinds.includes(kind));
  return [
    asks('scene') && counted(scenes, 'scène'),
    asks('kilometre') && `${String(kilometres).replace('.', ',')}\u00a0km`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Says what the estimate does with the trip. */
export function travelText({ travel }: Estimate, place: string | undefined): string | undefined {
  if (travel === 'none') return undefined;
  if (travel === 'counted') return `Déplacement compris, ${place ?? ''}.`;
  return place
    ? `Le déplacement vers ${place} n’est pas compris\u00a0: il est précisé dans la soumission.`
    : 'Le déplacement n’est pas compris\u00a0: choisissez votre MRC pour le compter.';
}

/** Text of the quote request of a visitor who comes from an estimate; undefined when the estimate has no price. */
export function estimateMessage(data: EstimateData, project: Project): string | undefined {
  const { low, high, lines } = estimateOf(data, project);
  if (lines.length === 0) return undefined;
  const place = data.places.find(({ code }) => code === project.place)?.name;
  const what = [projectSize(data, project), place].filter(Boolean).join(', ');
  return `Notre projet\u00a0: ${what}.\nEstimation vue sur votre site\u00a0: ${amountRange(
    low.totals.taxableCents,
    high.totals.taxableCents,
  )} avant taxes.\n\n`;
}
