import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { sectors } from '@/admin/data/contacts/contact-labels';
import { type EmailTemplate, emailTemplates } from '@/admin/data/email-templates/email-templates';
import { tones } from '@/admin/data/email-templates/template-labels';
import { useListViews } from '@/admin/data/saved-views/use-list-views';
import { labelOf } from '@/admin/lib/label-of';
import { useListState } from '@/admin/lib/use-list-state';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { CellChoice } from '@/admin/ui/cell-choice';
import type { Column } from '@/admin/ui/data-table';
import { FilteredTable, ListScreen } from '@/admin/ui/list-screen';
import { rowIcons } from '@/admin/ui/row-icons';
import { paths } from '@/shared/lib/admin-paths';
import { counted } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { filterTemplates, sectorOf, templateListFields, templateOrders } from './template-list';

const { admin } = paths;

function NewTemplateLink() {
  return (
    <AdminsOnly>
      <Link to={admin.emailTemplateNew.href()} className={buttonClass({ variant: 'accent' })}>
        <Plus aria-hidden="true" className="size-4" />
        Nouveau template
      </Link>
    </AdminsOnly>
  );
}

/** The e-mail templates: tone, sector, subject, the beginning of the text and the variables it is filled with. */
export function EmailTemplatesPage() {
  const list = useQuery(emailTemplates.list());
  return (
    <ListScreen
      title="Templates emails"
      count={({ length }) => counted(length, 'template')}
      action={<NewTemplateLink />}
      query={list}
      errorTitle="Impossible de charger les templates"
      isEmpty={({ length }) => length === 0}
      empty={{
        title: 'Aucun template pour le moment',
        children: (
          <>
            <p className="max-w-prose text-slate">
              Un template se rédige une fois et se remplit avec le nom, l’organisation et la ville de chaque
              contact.
            </p>
            <NewTemplateLink />
          </>
        ),
      }}
    >
      {(all) => <TemplateTable templates={all} />}
    </ListScreen>
  );
}

const idOf = ({ id }: EmailTemplate) => id;
const beginningOf = ({ body }: EmailTemplate) => body.slice(0, 240).replace(/\s+/g, ' ');
const variablesOf = ({ variables }: EmailTemplate) => variables.map((name) => `{${name}}`).join(' ');

const anySector = { '': 'Tous les secteurs', ...sectors };

type Change = Parameters<NonNullable<ReturnType<typeof emailTemplates.change>['mutationFn']>>[0];

const templateColumns = (onChange: (change: Change) => void): Column<EmailTemplate>[] => [
  {
    key: 'nom',
    header: 'Nom',
    sortable: true,
    mobile: 'title',
    width: [220, 280],
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <a className="font-semibold hover:underline" href={admin.emailTemplate.href(id)}>
        {name}
      </a>
    ),
  },
  {
    key: 'ton',
    header: 'Ton',
    sortable: true,
    mobile: 'badge',
    width: [140, 150],
    cell: (template) => (
      <CellChoice
        label={`Ton de ${template.name}`}
        value={template.tone}
        options={tones}
        onChoose={(tone) => onChange({ template, change: { tone } })}
      >
        <Badge text={labelOf(tones, template.tone)} look="bg-spruce-pale text-spruce-deep" />
      </CellChoice>
    ),
  },
  {
    key: 'secteur',
    header: 'Secteur',
    sortable: true,
    width: [148, 170],
    text: sectorOf,
    cell: (template) => (
      <CellChoice
        label={`Secteur de ${template.name}`}
        value={template.sector ?? ''}
        options={anySector}
        onChoose={(sector) => onChange({ template, change: { sector: sector || null } })}
      >
        <span className="truncate">{sectorOf(template)}</span>
      </CellChoice>
    ),
  },
  {
    key: 'sujet',
    header: 'Sujet',
    sortable: true,
    mobile: 'text',
    width: [280, 320],
    grows: true,
    text: ({ subject }) => subject,
    cell: ({ subject }) => subject,
  },
  {
    key: 'debut',
    header: 'Début du message',
    optional: 1,
    width: [120, 360],
    grows: true,
    text: beginningOf,
    cell: (template) => <span className="text-slate">{beginningOf(template)}</span>,
  },
  {
    key: 'variables',
    header: 'Variables',
    optional: 2,
    width: [96, 240],
    text: variablesOf,
    cell: (template) => <span className="font-mono text-xs">{variablesOf(template)}</span>,
  },
];

function TemplateTable({ templates }: { templates: EmailTemplate[] }) {
  const list = useListState(templateListFields);
  const views = useListViews('email_templates');
  const { mutate: remove } = useMutation(emailTemplates.remove());
  const { mutate: change } = useMutation(emailTemplates.change());
  const columns = useMemo(() => templateColumns(change), [change]);
  const { mutate: duplicate, isPending: isDuplicating } = useMutation(emailTemplates.duplicate());
  const shown = useMemo(() => filterTemplates(templates, list.deferred), [templates, list.deferred]);
  const actions = useMemo(
    () => (template: EmailTemplate) => [
      {
        label: `Modifier ${template.name}`,
        icon: rowIcons.pencil,
        href: admin.emailTemplate.href(template.id),
      },
      {
        label: `Dupliquer ${template.name}`,
        icon: rowIcons.copy,
        onSelect: () => isDuplicating || duplicate(template),
      },
      { label: `Supprimer ${template.name}`, icon: rowIcons.trash, onSelect: () => remove([template]) },
    ],
    [duplicate, isDuplicating, remove],
  );

  return (
    <FilteredTable
      list={list}
      views={views}
      orders={templateOrders}
      search={{ label: 'Rechercher un template', placeholder: 'Nom ou sujet' }}
      filters={[
        { name: 'ton', label: 'Ton', allLabel: 'Tous les tons', options: tones },
        { name: 'secteur', label: 'Secteur', allLabel: 'Tous les secteurs', options: sectors },
      ]}
      rows={shown}
      total={templates.length}
      noResult="Aucun template ne correspond à votre recherche"
      caption="Templates"
      rowKey={idOf}
      columns={columns}
      actions={actions}
    />
  );
}

function Badge({ text, look }: { text: string; look: string }) {
  return <span className={`rounded-full px-2.5 py-0.5 text-sm font-medium ${look}`}>{text}</span>;
}
