import { organizationTypes, serviceTypes } from '@contract/quote-request';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useKeys } from '@/admin/kit/lib/keys';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { useListState } from '@/admin/kit/lib/use-list-state';
import { ListToolbar } from '@/admin/kit/ui/list-toolbar';
import { NoResult } from '@/admin/kit/ui/no-result';
import { undoNewest } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { type QuoteRequest, quoteRequests } from '../data/quote-requests';
import { tables } from '../data/tables';
import { InboxViews, KeysHint } from './inbox-frame';
import { inboxKeys } from './inbox-keys';
import { downloadQuotes } from './request-csv';
import { QuoteDetail, type ReplyHandle } from './request-detail';
import { filterQuotes, groupQuotes, quoteListFields } from './request-filters';
import { RequestList } from './request-list';
import { useQuoteRemoval } from './request-removal';
import { SelectionActions } from './selection-actions';

const { fields } = tables.quote_requests;

/** Parameter of the address with the open request. */
const OPEN_REQUEST_PARAM = 'demande';

/** The list with its views, search and filters, and the open request beside it, or in its place on a phone. */
export function QuoteInbox({ list }: { list: readonly QuoteRequest[] }) {
  const listState = useListState(quoteListFields);
  const { selected, select, values, patch } = listState;
  const [params, setParams] = useSearchParams();
  const reply = useRef<ReplyHandle>(null);
  const now = useNow();
  const isReadOnly = useIsReadOnly();
  const rows = useMemo(() => filterQuotes(list, listState.deferred), [list, listState.deferred]);
  const groups = useMemo(() => groupQuotes(rows, now), [rows, now]);
  const ordered = groups.flatMap((group) => group.rows);
  const chosen = useMemo(() => list.filter(({ id }) => selected.has(id)), [list, selected]);
  const openId = params.get(OPEN_REQUEST_PARAM);
  const opened = list.find(({ id }) => id === openId);
  const setStatus = useMutation(quoteRequests.setStatus());

  // The values of the controls: the address follows them a moment later, and a row may be opened before that.
  const { query } = listState;
  const hrefOf = useCallback(
    (id: string) => {
      const next = new URLSearchParams(query);
      next.set(OPEN_REQUEST_PARAM, id);
      return `?${next}`;
    },
    [query],
  );
  const go = (id: string | undefined, options = {}) =>
    setParams(
      (current) => {
        if (id) current.set(OPEN_REQUEST_PARAM, id);
        else current.delete(OPEN_REQUEST_PARAM);
        return current;
      },
      { preventScrollReset: true, ...options },
    );
  const close = () => {
    focusRow(openId);
    go(undefined);
  };
  const step = (by: 1 | -1) => {
    const at = ordered.findIndex(({ id }) => id === openId);
    const next = ordered[at < 0 ? (by > 0 ? 0 : ordered.length - 1) : at + by];
    if (!next) return;
    go(next.id, { replace: openId !== null });
    focusRow(next.id);
  };
  const archive = () => {
    if (!opened || opened.status === 'archivé') return;
    const at = ordered.findIndex(({ id }) => id === openId);
    const next = ordered[at + 1] ?? ordered[at - 1];
    setStatus.mutate({ ids: [opened.id], status: 'archivé' });
    // Opens the next one to work on, unless this one stays in the view.
    if (values.statut !== 'toutes' && at >= 0) {
      go(next?.id, { replace: true });
      focusRow(next?.id);
    }
  };
  useKeys('Soumissions', [
    { ...inboxKeys.next, run: () => step(1) },
    { ...inboxKeys.previous, run: () => step(-1) },
    ...(isReadOnly
      ? []
      : [
          { ...inboxKeys.reply, run: () => reply.current?.write() },
          { ...inboxKeys.archive, run: archive },
          { ...inboxKeys.undo, run: undoNewest },
        ]),
    ...(openId === null ? [] : [{ ...inboxKeys.close, run: close }]),
  ]);

  const [beginRemoval, removalDialog] = useQuoteRemoval(({ kind, requests }) => {
    select(new Set());
    if (kind === 'delete' && requests.some(({ id }) => id === openId)) close();
  });

  return (
    <>
      <div className={openId === null ? '' : 'max-lg:hidden'}>
        <ListToolbar
          list={listState}
          search={{
            label: 'Rechercher une demande',
            placeholder: 'Organisation, personne, courriel, message',
          }}
          filters={[
            {
              name: 'organisme',
              label: fields.organization_type,
              allLabel: 'Tous les types',
              options: organizationTypes,
            },
            {
              name: 'service',
              label: fields.service_type,
              allLabel: 'Tous les services',
              options: serviceTypes,
            },
          ]}
          count={(values.q || values.organisme || values.service) && counted(rows.length, 'résultat')}
        >
          <Button
            size="sm"
            variant="outline"
            className="max-sm:hidden sm:ml-auto"
            disabled={rows.length === 0}
            onClick={() => downloadQuotes(rows)}
          >
            <Download aria-hidden="true" className="size-4" />
            Exporter (CSV)
          </Button>
        </ListToolbar>
        <SelectionActions
          chosen={chosen}
          onClear={() => select(new Set())}
          onRemove={beginRemoval}
          onExport={downloadQuotes}
        />
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-1 gap-4 lg:grid-cols-[minmax(20rem,25rem)_1fr]">
        <div
          className={`flex min-h-0 flex-col overflow-hidden rounded-xl border border-line bg-paper ${openId === null ? '' : 'max-lg:hidden'}`}
        >
          <InboxViews list={list} value={values.statut} onChange={(statut) => patch({ statut })} />
          <div className="min-h-0 flex-1 lg:overflow-y-auto">
            {rows.length > 0 ? (
              <RequestList
                groups={groups}
                openId={openId}
                now={now}
                hrefOf={hrefOf}
                selected={selected}
                onSelect={select}
              />
            ) : values.q || values.organisme || values.service ? (
              <NoResult title="Aucune demande ne correspond à votre recherche" onClear={listState.clear} />
            ) : (
              <EmptyState title={values.statut === '' ? 'Tout est répondu.' : 'Aucune demande ici.'}>
                <p className="max-w-prose text-slate">Cette vue ne montre qu’une partie des demandes.</p>
                <Button variant="outline" onClick={() => patch({ statut: 'toutes' })}>
                  Voir toutes les demandes
                </Button>
              </EmptyState>
            )}
          </div>
        </div>
        {openId === null ? (
          <div className="flex flex-col items-center justify-center gap-4 rounded-xl border border-dashed border-line p-6 text-slate max-lg:hidden">
            <p>Choisissez une demande pour la lire et y répondre.</p>
            {!isReadOnly && <KeysHint />}
          </div>
        ) : (
          <QuoteDetail
            key={openId}
            ref={reply}
            quote={opened}
            now={now}
            onClose={close}
            onArchive={archive}
            onRemove={beginRemoval}
          />
        )}
      </div>
      {removalDialog}
    </>
  );
}

/** Focuses the row of a request, once it is on screen. */
function focusRow(id: string | null | undefined): void {
  if (!id) return;
  requestAnimationFrame(() => {
    const row = document.querySelector<HTMLElement>(`[data-request="${CSS.escape(id)}"] a`);
    row?.focus();
    row?.scrollIntoView?.({ block: 'nearest' });
  });
}

/** Returns the present moment, renewed each minute. */
function useNow(): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
