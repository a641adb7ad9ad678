import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { labelOf } from '@/admin/kit/lib/label-of';
import type { Duplicate } from '@/admin/kit/lib/possible-duplicates';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ListScreen } from '@/admin/kit/ui/list-screen';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { findOrganisationDuplicates } from '@/admin/organisations/data/organisation-duplicates';
import { organisationKinds } from '@/admin/organisations/data/organisation-labels';
import { type ListedOrganisation, organisations } from '@/admin/organisations/data/organisations';
import { MergeOrganisationsDialog } from '@/admin/organisations/parts/merge-organisations-dialog';
import { organisationPaths } from '@/admin/organisations/paths';
import { counted } from '@/shared/lib/numbers';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import type { ContactList, ListedContact } from '../data/contact-list';
import { contacts } from '../data/contacts';
import { findDuplicates } from '../data/duplicates';
import { PeopleTabs } from '../parts/people-tabs';
import { contactPaths } from '../paths';
import { MergeContactsDialog } from './merge-contacts-dialog';

/** Number of pairs shown at once; the next ones follow as these are settled. */
const MOST_SHOWN = 50;

/** « Doublons possibles »: the pairs of contacts who may be one person, each with the reason. */
export function DuplicatesPage() {
  const list = useQuery(contacts.list());
  return (
    <ListScreen
      title="Doublons possibles"
      notice={<PeopleTabs />}
      query={list}
      errorTitle="Impossible de charger les contacts"
      isEmpty={({ total }) => total === 0}
      empty={{
        title: 'Aucun contact pour le moment',
        why: 'Les doublons sont cherchés parmi les contacts et les organisations enregistrés.',
        action: (
          <Link to={contactPaths.new.href()} className={buttonClass({ variant: 'accent' })}>
            Ajouter un contact
          </Link>
        ),
      }}
    >
      {(data) =>
        data.isComplete ? (
          <>
            <Pairs list={data} />
            <Organisations />
          </>
        ) : (
          <TableSkeleton />
        )
      }
    </ListScreen>
  );
}

/** Puts the record to keep first: the older one, if it can be written to. The list has the newest first. */
const olderFirst = ([newer, older]: readonly [ListedContact, ListedContact]) =>
  older.email || !newer.email ? ([older, newer] as const) : ([newer, older] as const);

function Pairs({ list: { rows } }: { list: ContactList }) {
  const found = useMemo(() => findDuplicates(rows), [rows]);
  const [compared, setCompared] = useState<readonly [ListedContact, ListedContact]>();
  if (found.length === 0) {
    return (
      <EmptyState title="Aucun doublon parmi les personnes">
        <p className="max-w-prose text-slate">
          Deux fiches sont rapprochées quand elles portent le même nom dans la même organisation, la même
          ville ou le même domaine de courriel.
        </p>
      </EmptyState>
    );
  }
  return (
    <>
      <PairList found={found} onCompare={(pair) => setCompared(olderFirst(pair))}>
        {({ id, name, company, email, city }) => (
          <Side
            href={contactPaths.one.href(id)}
            name={name}
            facts={[company !== name && company, city, email ?? 'Sans courriel']}
          />
        )}
      </PairList>
      {compared && (
        <MergeContactsDialog
          keptId={compared[0].id}
          otherId={compared[1].id}
          onClose={() => setCompared(undefined)}
        />
      )}
    </>
  );
}

type PairListProps<Row> = {
  found: readonly Duplicate<Row>[];
  onCompare: (pair: readonly [Row, Row]) => void;
  children: (row: Row) => ReactNode;
};

/** Pairs of records, side by side, with the reason and a button to compare them. */
function PairList<Row extends { id: string; name: string }>({
  found,
  onCompare,
  children,
}: PairListProps<Row>) {
  return (
    <>
      <p className="mb-3 text-slate">
        {counted(found.length, 'paire')} à examiner
        {found.length > MOST_SHOWN && `; les ${MOST_SHOWN} premières sont ici`}.
      </p>
      <ul className="divide-y divide-line rounded-xl border border-line bg-paper">
        {found.slice(0, MOST_SHOWN).map(({ pair, reason }) => (
          <li
            key={pair.map(({ id }) => id).join()}
            className="grid grid-cols-1 items-center gap-3 p-4 md:grid-cols-[1fr_1fr_auto]"
          >
            {children(pair[0])}
            {children(pair[1])}
            <div className="flex flex-wrap items-center gap-2 md:flex-col md:items-end">
              <span className="text-sm text-slate">{reason}</span>
              <AdminsOnly>
                <Button size="sm" variant="outline" onClick={() => onCompare(pair)}>
                  Comparer
                  <span className="sr-only">
                    {' '}
                    {pair[0].name} et {pair[1].name}
                  </span>
                </Button>
              </AdminsOnly>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The pairs of organisations that may be one; renders nothing without any. */
function Organisations() {
  const list = useQuery(organisations.list());
  const found = useMemo(() => findOrganisationDuplicates(list.data?.rows ?? []), [list.data]);
  const [compared, setCompared] = useState<readonly [string, string]>();
  if (list.isError)
    return (
      <ErrorState
        title="Impossible de charger les organisations"
        error={list.error}
        onRetry={() => list.refetch()}
      />
    );
  if (found.length === 0) return null;
  return (
    <section aria-labelledby="organisations" className="mt-8">
      <h2 id="organisations" className="mb-3 text-lg font-semibold">
        Organisations
      </h2>
      <PairList found={found} onCompare={(pair) => setCompared(knownFirst(pair))}>
        {({ id, name, kind, city, email }) => (
          <Side
            href={organisationPaths.one.href(id)}
            name={name}
            facts={[labelOf(organisationKinds, kind), city, email ?? 'Sans courriel']}
          />
        )}
      </PairList>
      {compared && (
        <MergeOrganisationsDialog
          keptId={compared[0]}
          otherId={compared[1]}
          onClose={() => setCompared(undefined)}
        />
      )}
    </section>
  );
}

/** Puts the record to keep first: the one in the register, or that can be written to. */
function knownFirst([one, other]: readonly [ListedOrganisation, ListedOrganisation]) {
  const worth = ({ register_code, email, phone }: ListedOrganisation) =>
    (register_code ? 4 : 0) + (email ? 2 : 0) + (phone ? 1 : 0);
  return worth(other) > worth(one) ? ([other.id, one.id] as const) : ([one.id, other.id] as const);
}

/** One side of a pair: a link to its record, and its distinguishing facts. */
function Side({ href, name, facts }: { href: string; name: string; facts: (string | false | null)[] }) {
  return (
    <div className="min-w-0">
      <Link to={href} className="font-medium wrap-anywhere underline-offset-2 hover:underline">
        {name}
      </Link>
      <p className="text-sm wrap-anywhere text-slate">{facts.filter(Boolean).join(' · ')}</p>
    </div>
  );
}
