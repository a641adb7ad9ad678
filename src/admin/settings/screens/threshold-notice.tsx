import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatLongDay, quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { paths } from '@/shared/lib/admin-paths';
import {
  contractThresholds,
  outdatedThresholds,
  shownUntil,
  thresholdKinds,
} from '../data/contract-thresholds';

/** Tells which thresholds of contracts the site no longer shows; renders nothing while all are up to date. */
export function ThresholdNotice() {
  const { data = [] } = useQuery(contractThresholds.list());
  const outdated = outdatedThresholds(data, quebecDay());
  if (outdated.length === 0) return null;
  return (
    <div role="status" className="mb-5 rounded-lg bg-amber-pale px-4 py-3 text-amber-ink">
      {outdated.map((threshold) => (
        <p key={threshold.id}>
          <strong>{labelOf(thresholdKinds, threshold.kind)}</strong>&nbsp;: le montant n’est plus montré au
          public depuis le {formatLongDay(shownUntil(threshold))}. Cherchez le montant en vigueur au ministère
          des Affaires municipales et de l’Habitation, puis ajoutez-le aux{' '}
          <Link
            to={paths.admin.contractThresholds.href()}
            className="font-medium underline underline-offset-4"
          >
            seuils de contrats
          </Link>
          .
        </p>
      ))}
    </div>
  );
}
