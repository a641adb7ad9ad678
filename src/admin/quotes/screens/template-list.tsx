import { lineAmountCents } from '@quote/quote-totals.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { Column } from '@/admin/kit/ui/data-table';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { formatCents } from '@/shared/lib/money';
import { buttonClass } from '@/shared/ui/button';
import { type QuoteTemplate, quoteCatalogue } from '../data/quote-catalogue';
import { tables } from '../data/tables';
import { quotePaths } from '../paths';
import { CatalogueSection } from './catalogue-section';

const { fields } = tables.quote_templates;

/** Computes the price of a template before taxes. */
const priceOf = ({ lines }: QuoteTemplate) =>
  formatCents(lines.reduce((sum, line) => sum + lineAmountCents(line), 0));

const templateColumns: Column<QuoteTemplate>[] = [
  {
    key: 'nom',
    header: fields.name,
    mobile: 'title',
    grows: true,
    primary: true,
    width: [180, 400],
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <a className="font-semibold hover:underline" href={quotePaths.template.href(id)}>
        {name}
      </a>
    ),
  },
  {
    key: 'objet',
    header: fields.subject,
    optional: 1,
    grows: true,
    mobile: 'text',
    width: [140, 400],
    text: ({ subject }) => subject,
    cell: ({ subject }) => subject,
  },
  {
    key: 'lignes',
    header: fields.lines,
    width: [80, 100],
    align: 'end',
    text: ({ lines }) => String(lines.length),
    cell: ({ lines }) => lines.length,
  },
  {
    key: 'prix',
    header: 'Avant taxes',
    mobile: 'badge',
    primary: true,
    width: [120, 150],
    align: 'end',
    text: priceOf,
    cell: (template) => <span className="tabular-nums">{priceOf(template)}</span>,
  },
];

/** The list of quote templates. */
export function TemplateList() {
  const query = useQuery(quoteCatalogue.templates());
  const { mutate: duplicate } = useMutation(quoteCatalogue.duplicateTemplate());
  const { mutate: remove } = useMutation(quoteCatalogue.removeTemplate());
  const among = query.data;
  const actions = useMemo(
    () => (template: QuoteTemplate) => [
      {
        label: `Modifier ${template.name}`,
        icon: rowIcons.pencil,
        href: quotePaths.template.href(template.id),
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
    <CatalogueSection
      title="Modèles de devis"
      query={query}
      errorTitle="Impossible de charger les modèles de devis"
      empty={{
        title: 'Aucun modèle pour le moment',
        text: 'Un modèle est un devis entier, prêt à commencer\u00a0: «\u00a0Visite d’un parc\u00a0», «\u00a0Rues nouvelles, par km\u00a0».',
      }}
      action={
        <Link to={quotePaths.newTemplate.href()} className={buttonClass({ variant: 'outline', size: 'sm' })}>
          <Plus aria-hidden="true" className="size-4" />
          Nouveau modèle
        </Link>
      }
      columns={templateColumns}
      actions={actions}
    />
  );
}
