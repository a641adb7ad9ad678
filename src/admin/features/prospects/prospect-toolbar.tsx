import type { ReactNode } from 'react';
import { sectors } from '@/admin/data/contacts/contact-labels';
import { prospectOrders, prospectStatuses } from '@/admin/data/prospects/prospect-labels';
import type { ListState } from '@/admin/lib/use-list-state';
import { FilterSelect } from '@/admin/ui/filter-select';
import { ListToolbar } from '@/admin/ui/list-toolbar';
import { counted } from '@/shared/lib/numbers';
import type { ProspectListValues } from './prospect-filters';

const { promesse, distance } = prospectOrders;

/** The search, the filters and the order of the prospects, and how many they leave. */
export function ProspectToolbar({
  list,
  count,
  children,
}: {
  list: ListState<ProspectListValues>;
  count: number;
  children?: ReactNode;
}) {
  return (
    <ListToolbar
      list={list}
      search={{ label: 'Rechercher un prospect', placeholder: 'Organisation, ville ou personne' }}
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
      {children}
      <p role="status" className="text-sm text-slate sm:ml-auto">
        {counted(count, 'prospect')}
      </p>
    </ListToolbar>
  );
}
