import { Download } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';
import { loadOnDemand } from '@/admin/lib/load-on-demand';
import { useListState } from '@/admin/lib/use-list-state';
import { DataTable } from '@/admin/ui/data-table';
import { ListToolbar } from '@/admin/ui/list-toolbar';
import { NoResult } from '@/admin/ui/no-result';
import { organizationTypes, quoteStatuses, serviceTypes } from '@/shared/data/quote-requests';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { quoteActions, quoteColumns } from './request-columns';
import { QuoteDetail } from './request-detail';
import { filterQuotes, quoteListFields } from './request-filters';
import { QuoteRemoval, type Removal } from './request-removal';
import { SelectionActions } from './selection-actions';

/** The parameter of the address that names the open request. */
const OPEN = 'demande';

/** The list with its search, filters and choices, and the request that is open over it. */
export function QuoteInbox({ list }: { list: readonly QuoteRequest[] }) {
  const listState = useListState(quoteListFields);
  const { selected, select } = listState;
  const [params, setParams] = useSearchParams();
  const [removal, setRemoval] = useState<Removal>();
  const now = useNow();
  const rows = useMemo(() => filterQuotes(list, listState.deferred), [list, listState.deferred]);
  const chosen = useMemo(() => list.filter(({ id }) => selected.has(id)), [list, selected]);
  const hrefOf = useCallback(
    (id: string) => {
      const next = new URLSearchParams(params);
      next.set(OPEN, id);
      return `?${next}`;
    },
    [params],
  );
  const columns = useMemo(() => quoteColumns(now, hrefOf), [now, hrefOf]);
  const actions = useMemo(
    () => quoteActions((quote) => setRemoval({ kind: 'delete', requests: [quote] })),
    [],
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
    const csv = await loadOnDemand(import('./request-csv'));
    csv?.downloadQuotes(which);
  };

  return (
    <>
      <ListToolbar
        list={listState}
        search={{
          label: 'Rechercher une demande',
          placeholder: 'Organisation, personne, courriel, message',
        }}
        filters={[
          { name: 'statut', label: 'Statut', allLabel: 'Tous les statuts', options: quoteStatuses },
          {
            name: 'organisme',
            label: 'Type d’organisation',
            allLabel: 'Tous les types',
            options: organizationTypes,
          },
          { name: 'service', label: 'Service', allLabel: 'Tous les services', options: serviceTypes },
        ]}
        count={rows.length < list.length && counted(rows.length, 'résultat')}
      >
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
      </ListToolbar>
      <SelectionActions
        chosen={chosen}
        onClear={() => select(new Set())}
        onRemove={setRemoval}
        onExport={download}
      />
      {rows.length === 0 ? (
        <NoResult title="Aucune demande ne correspond à votre recherche" onClear={listState.clear} />
      ) : (
        <DataTable
          caption="Demandes de soumission"
          rows={rows}
          rowKey={({ id }) => id}
          columns={columns}
          actions={actions}
          sort={listState.values.tri}
          onSort={listState.onSort}
          selection={{
            selected,
            onChange: select,
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
          select(new Set());
          if (removal?.kind === 'delete' && removal.requests.some(({ id }) => id === openId)) close();
        }}
      />
    </>
  );
}

/** The present moment, renewed each minute. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
