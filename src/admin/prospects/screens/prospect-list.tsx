import { useMutation, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ListState } from '@/admin/kit/lib/use-list-state';
import { useRememberedChoice } from '@/admin/kit/lib/use-remembered-choice';
import { useHasTwoPanes } from '@/admin/kit/lib/use-window-kind';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { NoResult } from '@/admin/kit/ui/no-result';
import { municipalities } from '@/admin/municipalities/data/municipalities';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { prospectLayouts } from '../data/prospect-labels';
import { type Prospect, type ProspectTrip, prospects } from '../data/prospects';
import { ProspectCard } from './prospect-card';
import { ProspectDesk } from './prospect-desk';
import { countOmitted, type ProspectListValues } from './prospect-filters';
import { ProspectToolbar } from './prospect-toolbar';
import { SearchAll } from './search-all';

/** Tells whether a waiting prospect lacks contact details, which its own site may give. */
const isIncomplete = ({ status, email, phone }: Prospect) => status === 'pending' && (!email || !phone);

/**
 * The prospects with their filters and order, which the address holds: cards, or a table and its map, as the person
 * chose.
 */
export function ProspectList({
  trip,
  all,
  list,
  visible,
}: {
  trip: ProspectTrip;
  all: readonly Prospect[];
  list: ListState<ProspectListValues>;
  visible: readonly Prospect[];
}) {
  const [layout, setLayout] = useRememberedChoice(
    'prospects:presentation',
    prospectLayouts,
    useHasTwoPanes() ? 'tableau' : 'cartes',
  );
  const leftOut = countOmitted(all, list.values);
  const [rejectedHere, setRejectedHere] = useState<ReadonlySet<string>>(new Set());
  const [deleting, setDeleting] = useState<Prospect>();
  const remove = useMutation(prospects.remove());
  const region = useRef<HTMLElement>(null);
  const places = useQuery(municipalities.places()).data;
  // Places are known by the register's code, under which the generation stores a municipality.
  const approximate = useMemo(
    () => new Set(places?.flatMap(({ code, approximate }) => (approximate ? [`mamh:${code}`] : []))),
    [places],
  );
  const isApproximate = useCallback(
    ({ external_id }: Prospect) => approximate.has(external_id ?? ''),
    [approximate],
  );
  const onRejected = (id: string) => setRejectedHere((ids) => new Set([...ids, id]));
  return (
    <section ref={region} tabIndex={-1} aria-label="Prospects" className="outline-none">
      <ProspectToolbar
        list={list}
        leftOut={leftOut}
        layout={layout}
        count={visible.length}
        onLayout={setLayout}
      >
        <SearchAll incomplete={visible.filter(isIncomplete)} />
      </ProspectToolbar>
      {visible.length === 0 && leftOut > 0 ? (
        <EmptyState title="Ces organisations sont déjà clientes ou en cours">
          <Button variant="outline" onClick={() => list.patch({ relation: 'connues' })}>
            Les afficher
          </Button>
        </EmptyState>
      ) : visible.length === 0 ? (
        <NoResult title="Aucun prospect ne correspond à ces filtres" onClear={list.clear} />
      ) : layout === 'tableau' ? (
        <ProspectDesk
          trip={trip}
          all={all}
          list={list}
          visible={visible}
          isApproximate={isApproximate}
          rejectedHere={rejectedHere}
          onRejected={onRejected}
          onDelete={setDeleting}
        />
      ) : (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 min-[100rem]:grid-cols-3">
          {visible.map((prospect) => (
            <li key={prospect.id}>
              <ProspectCard
                prospect={prospect}
                isApproximate={isApproximate(prospect)}
                canUndo={rejectedHere.has(prospect.id)}
                onRejected={() => onRejected(prospect.id)}
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
              // The button that opened the dialog is unmounted with its card.
              region.current?.focus();
            },
          })
        }
      />
    </section>
  );
}
