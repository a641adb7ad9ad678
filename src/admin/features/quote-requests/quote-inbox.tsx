import { Download } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';
import { lateScript } from '@/admin/lib/load-script';
import { useUrlState } from '@/admin/lib/use-url-state';
import { DataTable } from '@/admin/ui/data-table';
import { FilterSelect } from '@/admin/ui/filter-select';
import { NoResult } from '@/admin/ui/no-result';
import { SearchField } from '@/admin/ui/search-field';
import { nextSort } from '@/admin/ui/sorting';
import { organizationTypes, quoteStatuses, serviceTypes } from '@/shared/data/quote-requests';
import { Button } from '@/shared/ui/button';
import { quoteColumns } from './quote-columns';
import { QuoteDetail } from './quote-detail';
import { filterQuotes, quoteListFields } from './quote-filters';
import { QuoteRemoval, type Removal } from './quote-removal';
import { SelectionActions } from './selection-actions';
import { useNow } from './use-now';

/** The parameter of the address that names the open request. */
const OPEN = 'demande';

const everything = { q: '', statut: '', organisme: '', service: '' };

/** The list with its search, filters and choices, and the request that is open over it. */
export function QuoteInbox({ list }: { list: readonly QuoteRequest[] }) {
  const [state, patch] = useUrlState(quoteListFields);
  const [params, setParams] = useSearchParams();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [removal, setRemoval] = useState<Removal>();
  const now = useNow();
  const rows = useMemo(() => filterQuotes(list, state), [list, state]);
  const chosen = useMemo(() => list.filter(({ id }) => selected.has(id)), [list, selected]);
  const hrefOf = useCallback(
    (id: string) => {
      const next = new URLSearchParams(params);
      next.set(OPEN, id);
      return `?${next}`;
    },
    [params],
  );
  const columns = useMemo(
    () => quoteColumns(now, hrefOf, (quote) => setRemoval({ kind: 'delete', quotes: [quote] })),
    [now, hrefOf],
  );
  const openId = params.get(OPEN);
  const close = () => {
    setParams(
      (current) => {
        current.delete(OPEN);
        return current;
      },
      { preventScrollReset: true },
    );
  };
  // The CSV writer comes with the first file asked for.
  const download = async (which: readonly QuoteRequest[]) => {
    const csv = await lateScript(import('./quote-csv'));
    csv?.downloadQuotes(which);
  };

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchField
          label="Rechercher une demande"
          placeholder="Organisation, personne, courriel, message"
          value={state.q}
          onChange={(q) => patch({ q })}
        />
        <FilterSelect
          label="Statut"
          allLabel="Tous les statuts"
          value={state.statut}
          options={quoteStatuses}
          onChange={(statut) => patch({ statut })}
        />
        <FilterSelect
          label="Type d’organisation"
          allLabel="Tous les types"
          value={state.organisme}
          options={organizationTypes}
          onChange={(organisme) => patch({ organisme })}
        />
        <FilterSelect
          label="Service"
          allLabel="Tous les services"
          value={state.service}
          options={serviceTypes}
          onChange={(service) => patch({ service })}
        />
        <p role="status" className="text-sm text-slate">
          {rows.length < list.length && `${rows.length} résultat${rows.length > 1 ? 's' : ''}`}
        </p>
        <Button
          size="sm"
          variant="outline"
          className="sm:ml-auto"
          disabled={rows.length === 0}
          onClick={() => download(rows)}
        >
          <Download aria-hidden="true" className="size-4" />
          Exporter (CSV)
        </Button>
      </div>
      <SelectionActions
        chosen={chosen}
        onClear={() => setSelected(new Set())}
        onRemove={setRemoval}
        onExport={download}
      />
      {rows.length === 0 ? (
        <NoResult title="Aucune demande ne correspond à votre recherche" onClear={() => patch(everything)} />
      ) : (
        <DataTable
          caption="Demandes de soumission"
          rows={rows}
          rowKey={({ id }) => id}
          columns={columns}
          sort={state.tri}
          onSort={(key) => patch({ tri: nextSort(state.tri, key) })}
          selection={{
            selected,
            onChange: setSelected,
            rowLabel: ({ organization_name }) => `la demande de ${organization_name}`,
          }}
        />
      )}
      {openId !== null && (
        <QuoteDetail
          quote={list.find(({ id }) => id === openId)}
          now={now}
          onClose={close}
          onRemove={setRemoval}
        />
      )}
      <QuoteRemoval
        removal={removal}
        onClose={() => setRemoval(undefined)}
        onDone={() => {
          setSelected(new Set());
          if (removal?.kind === 'delete' && removal.quotes.some(({ id }) => id === openId)) close();
        }}
      />
    </>
  );
}
