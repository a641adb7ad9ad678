import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { sectors } from '@/admin/data/contacts/contact-labels';
import { prospectOrders, prospectStatuses } from '@/admin/data/prospects/prospect-labels';
import { type Prospect, prospects } from '@/admin/data/prospects/prospects';
import { useUrlState } from '@/admin/lib/use-url-state';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';
import { FilterSelect } from '@/admin/ui/filter-select';
import { NoResult } from '@/admin/ui/no-result';
import { arrangeProspects, type ProspectView, prospectView } from './arrange-prospects';
import { ProspectCard } from './prospect-card';

const { promesse, distance } = prospectOrders;

/** The cards, with their filters and order, which the address holds. */
export function ProspectList({ all }: { all: Prospect[] }) {
  const [view, patch] = useUrlState(prospectView);
  const [rejectedHere, setRejectedHere] = useState<ReadonlySet<string>>(new Set());
  const [deleting, setDeleting] = useState<Prospect>();
  const remove = useMutation(prospects.remove());
  const region = useRef<HTMLElement>(null);
  const shown = arrangeProspects(all, view);
  return (
    <section ref={region} tabIndex={-1} aria-label="Prospects" className="outline-none">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <FilterSelect
          label="Secteur"
          allLabel="Tous les secteurs"
          options={sectors}
          value={view.secteur}
          onChange={(secteur) => patch({ secteur: secteur as ProspectView['secteur'] })}
        />
        <FilterSelect
          label="Statut"
          allLabel="Tous les statuts"
          options={prospectStatuses}
          value={view.statut}
          onChange={(statut) => patch({ statut: statut as ProspectView['statut'] })}
        />
        <FilterSelect
          label="Ordre"
          allLabel={promesse}
          options={{ distance }}
          value={view.tri === 'distance' ? 'distance' : ''}
          onChange={(tri) => patch({ tri: tri === 'distance' ? 'distance' : 'promesse' })}
        />
        <p role="status" className="text-sm text-slate sm:ml-auto">
          {shown.length} {shown.length > 1 ? 'prospects' : 'prospect'}
        </p>
      </div>
      {shown.length === 0 ? (
        <NoResult
          title="Aucun prospect ne correspond à ces filtres"
          onClear={() => patch({ secteur: '', statut: '' })}
        />
      ) : (
        <ul className="grid gap-4 lg:grid-cols-2 2xl:grid-cols-3">
          {shown.map((prospect) => (
            <li key={prospect.id}>
              <ProspectCard
                prospect={prospect}
                canUndo={rejectedHere.has(prospect.id)}
                onRejected={() => setRejectedHere((ids) => new Set([...ids, prospect.id]))}
                onDelete={() => setDeleting(prospect)}
              />
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title="Supprimer ce prospect?"
        description={`«\u00a0${deleting?.company}\u00a0» sera retiré de la liste. Une prochaine génération pourra le proposer de nouveau.`}
        pending={remove.isPending}
        onConfirm={() =>
          deleting &&
          remove.mutate(deleting.id, {
            onSettled: () => {
              setDeleting(undefined);
              // The button that opened the question is gone with its card.
              region.current?.focus();
            },
          })
        }
      />
    </section>
  );
}
