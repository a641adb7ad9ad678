import type { ReactNode } from 'react';
import { sectors } from '@/admin/contacts/data/contact-labels';
import type { ListState } from '@/admin/kit/lib/use-list-state';
import { FilterSelect } from '@/admin/kit/ui/filter-select';
import { ListToolbar } from '@/admin/kit/ui/list-toolbar';
import { counted } from '@/shared/lib/numbers';
import { prospectLayouts, prospectOrders, prospectStatuses, relationChoices } from '../data/prospect-labels';
import { tables } from '../data/tables';
import type { ProspectListValues } from './prospect-filters';

const { fields } = tables.suggested_prospects;

const { promesse, distance } = prospectOrders;

export type ProspectLayout = keyof typeof prospectLayouts;

/** The search, the filters and the order of the prospects, and the number of matches. */
export function ProspectToolbar({
  list,
  count,
  leftOut,
  layout,
  onLayout,
  children,
}: {
  list: ListState<ProspectListValues>;
  count: number;
  /** Number of organisations left out because they are clients or about to become one. */
  leftOut: number;
  layout: ProspectLayout;
  onLayout: (layout: ProspectLayout) => void;
  children?: ReactNode;
}) {
  return (
    <ListToolbar
      list={list}
      search={{ label: 'Rechercher un prospect', placeholder: 'Organisation, ville ou personne' }}
      filters={[
        { name: 'secteur', label: fields.sector, allLabel: 'Tous les secteurs', options: sectors },
        { name: 'statut', label: fields.status, allLabel: 'Tous les statuts', options: prospectStatuses },
        { name: 'relation', label: 'Relation', allLabel: 'À prospecter', options: relationChoices },
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
      <div className="flex grow flex-wrap items-center justify-end gap-x-3 gap-y-2 max-sm:justify-start">
        <p role="status" className="text-sm text-slate">
          {counted(count, 'prospect')}
          {leftOut > 0 && (
            <>
              {' · '}
              <button
                type="button"
                onClick={() => list.patch({ relation: 'connues' })}
                className="inline-flex min-h-6 items-center underline hover:text-ink"
              >
                {counted(
                  leftOut,
                  'organisation cliente ou en cours à part',
                  'organisations clientes ou en cours à part',
                )}
              </button>
            </>
          )}
        </p>
        <fieldset className="flex gap-1">
          <legend className="sr-only">Présentation</legend>
          {Object.entries(prospectLayouts).map(([value, label]) => (
            <button
              key={value}
              type="button"
              aria-pressed={value === layout}
              onClick={() => onLayout(value as ProspectLayout)}
              className="min-h-10 rounded-full px-3.5 text-sm font-medium whitespace-nowrap hover:bg-paper aria-pressed:bg-spruce aria-pressed:text-white"
            >
              {label}
            </button>
          ))}
        </fieldset>
      </div>
    </ListToolbar>
  );
}
