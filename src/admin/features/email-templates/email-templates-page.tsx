import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy, Pencil, Plus, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { sectors } from '@/admin/data/contacts/contact-labels';
import { type EmailTemplate, emailTemplates } from '@/admin/data/email-templates/email-templates';
import { tones } from '@/admin/data/email-templates/template-labels';
import { useListViews } from '@/admin/data/saved-views/use-list-views';
import { labelOf } from '@/admin/lib/label-of';
import { useListState } from '@/admin/lib/use-list-state';
import { IconButton, iconLinkClass } from '@/admin/ui/icon-button';
import { ListToolbar } from '@/admin/ui/list-toolbar';
import { NoResult } from '@/admin/ui/no-result';
import { PageHeader } from '@/admin/ui/page-header';
import { paths } from '@/shared/lib/admin-paths';
import { counted } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { filterTemplates, templateListFields, templateOrders } from './template-list';

const { admin } = paths;

function NewTemplateLink() {
  return (
    <Link to={admin.emailTemplateNew.href()} className={buttonClass({ variant: 'accent' })}>
      <Plus aria-hidden="true" className="size-4" />
      Nouveau template
    </Link>
  );
}

/** The e-mail templates, as cards. */
export function EmailTemplatesPage() {
  const list = useQuery(emailTemplates.list());
  const count = list.data?.length ?? 0;
  return (
    <>
      <Seo title="Templates emails" noIndex />
      <PageHeader
        title="Templates emails"
        count={list.data && `${count} ${count > 1 ? 'templates' : 'template'}`}
      >
        <NewTemplateLink />
      </PageHeader>
      {list.isPending ? (
        <Spinner />
      ) : list.isError ? (
        <ErrorState title="Impossible de charger les templates" onRetry={() => list.refetch()} />
      ) : (
        <TemplateCards templates={list.data} />
      )}
    </>
  );
}

function TemplateCards({ templates }: { templates: EmailTemplate[] }) {
  const remove = useMutation(emailTemplates.remove());
  const duplicate = useMutation(emailTemplates.duplicate());
  const list = useListState(templateListFields);
  const views = useListViews('email_templates');
  const shown = useMemo(() => filterTemplates(templates, list.deferred), [templates, list.deferred]);

  if (templates.length === 0) {
    return (
      <EmptyState title="Aucun template pour le moment">
        <p className="max-w-prose text-slate">
          Un template se rédige une fois et se remplit avec le nom, l’organisation et la ville de chaque
          contact.
        </p>
        <NewTemplateLink />
      </EmptyState>
    );
  }
  return (
    <>
      <ListToolbar
        list={list}
        views={views}
        orders={templateOrders}
        search={{ label: 'Rechercher un template', placeholder: 'Nom ou sujet' }}
        filters={[
          { name: 'ton', label: 'Ton', allLabel: 'Tous les tons', options: tones },
          { name: 'secteur', label: 'Secteur', allLabel: 'Tous les secteurs', options: sectors },
        ]}
        count={shown.length < templates.length && counted(shown.length, 'résultat')}
      />
      {shown.length === 0 && (
        <NoResult title="Aucun template ne correspond à votre recherche" onClear={list.clear} />
      )}
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {shown.map((template) => (
          <li key={template.id}>
            <TemplateCard
              template={template}
              onDuplicate={() => duplicate.isPending || duplicate.mutate(template)}
              onDelete={() => remove.mutate([template])}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

function Badge({ text, look }: { text: string; look: string }) {
  return <span className={`rounded-full px-2.5 py-0.5 text-sm font-medium ${look}`}>{text}</span>;
}

/** One template: tone, sector, subject and the beginning of its text. */
function TemplateCard({
  template,
  onDuplicate,
  onDelete,
}: {
  template: EmailTemplate;
  onDuplicate: () => void;
  onDelete: () => void;
}) {
  const { id, name, tone, sector, subject, body, variables } = template;
  const edit = `Modifier ${name}`;
  return (
    <article className="flex h-full flex-col rounded-xl border border-line bg-paper p-5">
      <h2 className="text-lg font-semibold wrap-anywhere">{name}</h2>
      <p className="mt-2 flex flex-wrap gap-1.5">
        <Badge text={labelOf(tones, tone)} look="bg-spruce-pale text-spruce-deep" />
        <Badge text={sector ? labelOf(sectors, sector) : 'Tous les secteurs'} look="bg-mist text-slate" />
      </p>
      <p className="mt-3 font-medium wrap-anywhere">{subject}</p>
      <p className="mt-1 line-clamp-3 text-sm wrap-anywhere text-slate">{body}</p>
      {variables.length > 0 && (
        <ul aria-label="Variables" className="mt-3 flex flex-wrap gap-1.5">
          {variables.map((variable) => (
            <li key={variable} className="rounded border border-line px-1.5 py-0.5 font-mono text-xs">
              {`{${variable}}`}
            </li>
          ))}
        </ul>
      )}
      <div className="-mr-2 mt-auto flex justify-end pt-3">
        <Link to={admin.emailTemplate.href(id)} aria-label={edit} title={edit} className={iconLinkClass}>
          <Pencil aria-hidden="true" className="size-[1.1rem]" />
        </Link>
        <IconButton label={`Dupliquer ${name}`} onClick={onDuplicate}>
          <Copy aria-hidden="true" className="size-[1.1rem]" />
        </IconButton>
        <IconButton label={`Supprimer ${name}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" className="size-[1.1rem]" />
        </IconButton>
      </div>
    </article>
  );
}
