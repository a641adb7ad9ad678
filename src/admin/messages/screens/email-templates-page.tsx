import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { sectors } from '@/admin/contacts/data/contact-labels';
import { useListViews } from '@/admin/kit/data/use-list-views';
import { useListState } from '@/admin/kit/lib/use-list-state';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ListScreen } from '@/admin/kit/ui/list-screen';
import { ListToolbar } from '@/admin/kit/ui/list-toolbar';
import { NoResult } from '@/admin/kit/ui/no-result';
import { HeaderActionWords, headerActionClass } from '@/admin/kit/ui/page-header';
import { toTrash, useRemovalQuestion } from '@/admin/kit/ui/removal-question';
import { counted } from '@/shared/lib/numbers';
import { type EmailTemplate, emailTemplates } from '../data/email-templates';
import { tables } from '../data/tables';
import { tones } from '../data/template-labels';
import { templatePaths } from '../paths';
import { TemplateCard } from './template-card';
import { filterTemplates, templateListFields, templateOrders } from './template-list';

const { fields } = tables.email_templates;

function NewTemplateLink() {
  return (
    <AdminsOnly>
      <Link to={templatePaths.new.href()} className={headerActionClass('accent')}>
        <Plus aria-hidden="true" className="size-4" />
        <HeaderActionWords>Nouveau template</HeaderActionWords>
      </Link>
    </AdminsOnly>
  );
}

/** The e-mail templates as cards: search, create, copy and delete. */
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
        why: 'Un template se rédige une fois et se remplit avec le nom, l’organisation et la ville de chaque contact.',
      }}
    >
      {(all) => <TemplateCards templates={all} />}
    </ListScreen>
  );
}

function TemplateCards({ templates }: { templates: EmailTemplate[] }) {
  const list = useListState(templateListFields);
  const views = useListViews('email_templates', 'Tous');
  const remove = useMutation(emailTemplates.remove());
  const { mutate: change } = useMutation(emailTemplates.change());
  const duplicate = useMutation(emailTemplates.duplicate());
  const [askRemoval, removalQuestion] = useRemovalQuestion<EmailTemplate>({
    sentence: ({ name }) => toTrash(`Le template «\u00a0${name}\u00a0»`),
    pending: remove.isPending,
    onConfirm: (template, after) => remove.mutate([template], after),
  });
  const visible = useMemo(() => filterTemplates(templates, list.deferred), [templates, list.deferred]);

  return (
    <>
      <ListToolbar
        list={list}
        views={views}
        orders={templateOrders}
        isCards
        count={visible.length < templates.length && counted(visible.length, 'résultat')}
        search={{ label: 'Rechercher un template', placeholder: 'Nom ou sujet' }}
        filters={[
          { name: 'ton', label: fields.tone, allLabel: 'Tous les tons', options: tones },
          { name: 'secteur', label: fields.sector, allLabel: 'Tous les secteurs', options: sectors },
        ]}
      />
      {visible.length === 0 ? (
        <NoResult title="Aucun template ne correspond à votre recherche" onClear={list.clear} />
      ) : (
        <ul aria-label="Templates" className="grid grid-cols-1 gap-3 lg:grid-cols-2 2xl:grid-cols-3">
          {visible.map((template) => (
            <TemplateCard
              key={template.id}
              template={template}
              onChange={(values) => change({ template, change: values })}
              onDuplicate={() => duplicate.isPending || duplicate.mutate(template)}
              onRemove={() => askRemoval(template)}
            />
          ))}
        </ul>
      )}
      {removalQuestion}
    </>
  );
}
