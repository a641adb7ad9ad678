import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { sectors } from '@/admin/data/contacts/contact-labels';
import { municipalities } from '@/admin/data/municipalities/municipalities';
import { prospectOrders, prospectStatuses } from '@/admin/data/prospects/prospect-labels';
import { type Prospect, prospects } from '@/admin/data/prospects/prospects';
import type { ListState } from '@/admin/lib/use-list-state';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';
import { FilterSelect } from '@/admin/ui/filter-select';
import { ListToolbar } from '@/admin/ui/list-toolbar';
import { NoResult } from '@/admin/ui/no-result';
import { counted } from '@/shared/lib/numbers';
import { ProspectCard } from './prospect-card';
import type { ProspectListValues } from './prospect-filters';

const { promesse, distance } = prospectOrders;

/** The cards, with their filters and order, which the address holds. */
export function ProspectList({
  list,
  shown,
}: {
  list: ListState<ProspectListValues>;
  shown: readonly Prospect[];
}) {
  const [rejectedHere, setRejectedHere] = useState<ReadonlySet<string>>(new Set());
  const [deleting, setDeleting] = useState<Prospect>();
  const remove = useMutation(prospects.remove());
  const region = useRef<HTMLElement>(null);
  const places = useQuery(municipalities.places()).data;
  // By the register's code, under which the generation keeps a municipality.
  const approximate = useMemo(
    () => new Set(places?.flatMap(({ code, approximate }) => (approximate ? [`mamh:${code}`] : []))),
    [places],
  );
  return (
    <section ref={region} tabIndex={-1} aria-label="Prospects" className="outline-none">
      <ListToolbar
        list={list}
        filters={[
          { name: 'secteur', label: 'Secteur', allLabel: 'Tous les secteurs', options: sectors },
          { name: 'statut', label: 'Statut', allLabel: 'Tous les statuts', options: prospectStatuses },
        ]}
      >
        <FilterSelect
          label="Ordre"
          allLabel={promesse}
          options={{ distance }}
          value={list.values.tri === 'distance' ? 'distance' : ''}
          onChange={(tri) => list.patch({ tri: tri === 'distance' ? 'distance' : 'promesse' })}
        />
        <p role="status" className="text-sm text-slate sm:ml-auto">
          {counted(shown.length, 'prospect')}
        </p>
      </ListToolbar>
      {shown.length === 0 ? (
        <NoResult title="Aucun prospect ne correspond à ces filtres" onClear={list.clear} />
      ) : (
        <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2 2xl:grid-cols-3">
          {shown.map((prospect) => (
            <li key={prospect.id}>
              <ProspectCard
                prospect={prospect}
                isApproximate={approximate.has(prospect.external_id ?? '')}
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
