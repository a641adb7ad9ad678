import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type EmailTemplate, emailTemplates } from '@/admin/data/email-templates/email-templates';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';
import { PageHeader } from '@/admin/ui/page-header';
import { paths } from '@/shared/lib/paths';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { TemplateCard } from './template-card';

const { admin } = paths;

function NewTemplateLink() {
  return (
    <Link to={admin.emailTemplateNew.href()} className={buttonClass({ variant: 'accent' })}>
      <Plus aria-hidden="true" className="size-4" />
      Nouveau template
    </Link>
  );
}

/** The reusable messages, as cards. */
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
  const [deleting, setDeleting] = useState<EmailTemplate>();
  const remove = useMutation(emailTemplates.remove());
  const duplicate = useMutation(emailTemplates.duplicate());

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
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {templates.map((template) => (
          <li key={template.id}>
            <TemplateCard
              template={template}
              onDuplicate={() => duplicate.isPending || duplicate.mutate(template)}
              onDelete={() => setDeleting(template)}
            />
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title="Confirmer la suppression"
        description={`Le template « ${deleting?.name} » sera supprimé. Les courriels déjà préparés ou envoyés gardent leur texte. Cette action est irréversible.`}
        pending={remove.isPending}
        onConfirm={() => deleting && remove.mutate(deleting.id, { onSettled: () => setDeleting(undefined) })}
      />
    </>
  );
}
