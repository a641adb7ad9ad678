import { lineAmountCents } from '@quote/quote-totals.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { quoteServiceSchema } from '@/admin/data/issued-quotes/issued-quotes.schema';
import {
  type QuoteService,
  type QuoteTemplate,
  quoteCatalogue,
} from '@/admin/data/issued-quotes/quote-catalogue';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { CellText } from '@/admin/ui/cell-text';
import { type Column, DataTable } from '@/admin/ui/data-table';
import { PageHeader } from '@/admin/ui/page-header';
import { rowIcons } from '@/admin/ui/row-icons';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { paths } from '@/shared/lib/admin-paths';
import { formatCents, typedHundredths } from '@/shared/lib/money';
import { Button, buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { ServiceDialog } from './service-dialog';

const { admin } = paths;

/** The services with their prices, and the whole quotes to begin with. */
export function CataloguePage() {
  return (
    <>
      <Seo title="Catalogue des devis" noIndex />
      <PageHeader title="Catalogue des devis" readersToo>
        <Link to={admin.issuedQuotes.href()} className={buttonClass({ variant: 'outline', size: 'sm' })}>
          Retour aux devis
        </Link>
      </PageHeader>
      <div className="space-y-8">
        <Services />
        <Templates />
      </div>
    </>
  );
}

function Section({
  title,
  action,
  query,
  errorTitle,
  empty,
  children,
}: {
  title: string;
  action: ReactNode;
  query: { data: readonly unknown[] | undefined; isPending: boolean; refetch: () => unknown };
  errorTitle: string;
  empty: { title: string; text: string };
  children: ReactNode;
}) {
  return (
    <div className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{title}</h2>
        <AdminsOnly>{action}</AdminsOnly>
      </div>
      {query.data === undefined ? (
        query.isPending ? (
          <TableSkeleton rows={3} />
        ) : (
          <ErrorState title={errorTitle} onRetry={() => query.refetch()} />
        )
      ) : query.data.length === 0 ? (
        <EmptyState title={empty.title}>
          <p className="max-w-prose text-slate">{empty.text}</p>
        </EmptyState>
      ) : (
        children
      )}
    </div>
  );
}

const idOf = ({ id }: { id: string }) => id;

/** What is wrong with a text of one column, in the words of the form. */
const problemOf = (column: 'name' | 'unit' | 'unit_price_cents') => (text: string) =>
  quoteServiceSchema.shape[column].safeParse(text).error?.issues[0]?.message;

type Change = Parameters<NonNullable<ReturnType<typeof quoteCatalogue.changeService>['mutationFn']>>[0];

const serviceColumns = (save: (change: Change) => Promise<boolean>): Column<QuoteService>[] => [
  {
    key: 'nom',
    header: 'Nom',
    mobile: 'title',
    grows: true,
    width: [160, 320],
    text: ({ name }) => name,
    cell: (service) => (
      <CellText
        label={`Nom de ${service.name}`}
        value={service.name}
        check={problemOf('name')}
        onSave={(name) => save({ service, change: { name } })}
      />
    ),
  },
  {
    key: 'description',
    header: 'Description',
    optional: 1,
    grows: true,
    mobile: 'text',
    width: [140, 480],
    text: ({ description }) => description,
    cell: ({ description }) => description,
  },
  {
    key: 'unite',
    header: 'Unité',
    width: [80, 140],
    text: ({ unit }) => unit,
    cell: ({ unit }) => unit,
  },
  {
    key: 'prix',
    header: 'Prix',
    mobile: 'badge',
    width: [120, 150],
    text: ({ unit_price_cents }) => formatCents(unit_price_cents),
    cell: (service) => (
      <CellText
        label={`Prix de ${service.name}`}
        value={typedHundredths(service.unit_price_cents)}
        check={problemOf('unit_price_cents')}
        onSave={(typed) =>
          save({
            service,
            change: { unit_price_cents: quoteServiceSchema.shape.unit_price_cents.parse(typed) },
          })
        }
      >
        <span className="tabular-nums">{formatCents(service.unit_price_cents)}</span>
      </CellText>
    ),
  },
];

/** Closed, creating, or editing one service. */
type DialogState = { mode: 'closed' } | { mode: 'open'; service: QuoteService | undefined };

function Services() {
  const query = useQuery(quoteCatalogue.services());
  const [dialog, setDialog] = useState<DialogState>({ mode: 'closed' });
  const { mutateAsync: change } = useMutation(quoteCatalogue.changeService());
  const { mutate: duplicate } = useMutation(quoteCatalogue.duplicateService());
  const { mutate: remove } = useMutation(quoteCatalogue.removeService());
  const columns = useMemo(
    () =>
      serviceColumns((change_) =>
        change(change_).then(
          () => true,
          () => false,
        ),
      ),
    [change],
  );
  const among = query.data;
  const actions = useMemo(
    () => (service: QuoteService) => [
      {
        label: `Modifier ${service.name}`,
        icon: rowIcons.pencil,
        onSelect: () => setDialog({ mode: 'open', service }),
      },
      {
        label: `Dupliquer ${service.name}`,
        icon: rowIcons.copy,
        onSelect: () => duplicate({ service, among: among ?? [] }),
      },
      { label: `Supprimer ${service.name}`, icon: rowIcons.trash, onSelect: () => remove(service) },
    ],
    [duplicate, remove, among],
  );
  return (
    <Section
      title="Services"
      query={query}
      errorTitle="Impossible de charger le catalogue"
      empty={{
        title: 'Aucun service pour le moment',
        text: 'Un service du catalogue remplit une ligne de devis\u00a0: description, unité et prix.',
      }}
      action={
        <Button variant="accent" size="sm" onClick={() => setDialog({ mode: 'open', service: undefined })}>
          <Plus aria-hidden="true" className="size-4" />
          Nouveau service
        </Button>
      }
    >
      <DataTable
        caption="Services"
        rows={query.data ?? []}
        rowKey={idOf}
        columns={columns}
        actions={actions}
      />
      {dialog.mode === 'open' && (
        <ServiceDialog service={dialog.service} onClose={() => setDialog({ mode: 'closed' })} />
      )}
    </Section>
  );
}

/** What a template comes to before taxes. */
const priceOf = ({ lines }: QuoteTemplate) =>
  formatCents(lines.reduce((sum, line) => sum + lineAmountCents(line), 0));

const templateColumns: Column<QuoteTemplate>[] = [
  {
    key: 'nom',
    header: 'Nom',
    mobile: 'title',
    grows: true,
    width: [180, 320],
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <a className="font-semibold hover:underline" href={admin.quoteTemplate.href(id)}>
        {name}
      </a>
    ),
  },
  {
    key: 'objet',
    header: 'Objet',
    optional: 1,
    grows: true,
    mobile: 'text',
    width: [140, 400],
    text: ({ subject }) => subject,
    cell: ({ subject }) => subject,
  },
  {
    key: 'lignes',
    header: 'Lignes',
    width: [80, 100],
    align: 'end',
    text: ({ lines }) => String(lines.length),
    cell: ({ lines }) => lines.length,
  },
  {
    key: 'prix',
    header: 'Avant taxes',
    mobile: 'badge',
    width: [120, 150],
    align: 'end',
    text: priceOf,
    cell: (template) => <span className="tabular-nums">{priceOf(template)}</span>,
  },
];

function Templates() {
  const query = useQuery(quoteCatalogue.templates());
  const { mutate: duplicate } = useMutation(quoteCatalogue.duplicateTemplate());
  const { mutate: remove } = useMutation(quoteCatalogue.removeTemplate());
  const among = query.data;
  const actions = useMemo(
    () => (template: QuoteTemplate) => [
      {
        label: `Modifier ${template.name}`,
        icon: rowIcons.pencil,
        href: admin.quoteTemplate.href(template.id),
      },
      {
        label: `Dupliquer ${template.name}`,
        icon: rowIcons.copy,
        onSelect: () => duplicate({ template, among: among ?? [] }),
      },
      { label: `Supprimer ${template.name}`, icon: rowIcons.trash, onSelect: () => remove(template) },
    ],
    [duplicate, remove, among],
  );
  return (
    <Section
      title="Modèles de devis"
      query={query}
      errorTitle="Impossible de charger les modèles de devis"
      empty={{
        title: 'Aucun modèle pour le moment',
        text: 'Un modèle est un devis entier, prêt à commencer\u00a0: «\u00a0Visite d’un parc\u00a0», «\u00a0Rues neuves, par km\u00a0».',
      }}
      action={
        <Link to={admin.quoteTemplateNew.href()} className={buttonClass({ variant: 'outline', size: 'sm' })}>
          <Plus aria-hidden="true" className="size-4" />
          Nouveau modèle
        </Link>
      }
    >
      <DataTable
        caption="Modèles de devis"
        rows={query.data ?? []}
        rowKey={idOf}
        columns={templateColumns}
        actions={actions}
      />
    </Section>
  );
}
