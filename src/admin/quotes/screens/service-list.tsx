import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { labelNaming } from '@/admin/kit/lib/label-of';
import { CellText } from '@/admin/kit/ui/cell-text';
import type { Column } from '@/admin/kit/ui/data-table';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { formatCents, typedHundredths } from '@/shared/lib/money';
import { Button } from '@/shared/ui/button';
import { quoteServiceRow, quoteServiceSchema } from '../data/issued-quotes.schema';
import { type QuoteService, quoteCatalogue } from '../data/quote-catalogue';
import { tables } from '../data/tables';
import { CatalogueSection } from './catalogue-section';
import { ServiceDialog } from './service-dialog';

const { fields } = tables.quote_services;

/** Returns the validation error of one column's text, from the form's schema. */
const problemOf = (column: 'name' | 'unit' | 'unit_price_cents') => (text: string) =>
  quoteServiceSchema.shape[column].safeParse(text).error?.issues[0]?.message;

type Change = Parameters<NonNullable<ReturnType<typeof quoteCatalogue.changeService>['mutationFn']>>[0];

const serviceColumns = (save: (change: Change) => Promise<boolean>): Column<QuoteService>[] => [
  {
    key: 'nom',
    header: fields.name,
    mobile: 'title',
    grows: true,
    primary: true,
    width: [160, 400],
    text: ({ name }) => name,
    cell: (service) => (
      <CellText
        label={labelNaming('Nom', service.name)}
        value={service.name}
        check={problemOf('name')}
        onSave={(name) => save({ service, change: { name } })}
      />
    ),
  },
  {
    key: 'description',
    header: fields.description,
    optional: 1,
    grows: true,
    mobile: 'text',
    width: [140, 480],
    text: ({ description }) => description,
    cell: ({ description }) => description,
  },
  {
    key: 'unite',
    header: fields.unit,
    width: [80, 140],
    text: ({ unit }) => unit,
    cell: ({ unit }) => unit,
  },
  {
    key: 'prix',
    header: 'Prix',
    mobile: 'badge',
    align: 'end',
    primary: true,
    width: [120, 150],
    text: ({ unit_price_cents }) => formatCents(unit_price_cents),
    cell: (service) => (
      <CellText
        label={labelNaming('Prix', service.name)}
        value={typedHundredths(service.unit_price_cents)}
        check={problemOf('unit_price_cents')}
        onSave={(typed) =>
          save({
            service,
            change: { unit_price_cents: quoteServiceRow.shape.unit_price_cents.encode(typed) },
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

/** The services of the catalogue with their prices. */
export function ServiceList() {
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
    <>
      <CatalogueSection
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
        columns={columns}
        actions={actions}
      />
      {dialog.mode === 'open' && (
        <ServiceDialog service={dialog.service} onClose={() => setDialog({ mode: 'closed' })} />
      )}
    </>
  );
}
