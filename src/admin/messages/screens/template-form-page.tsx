import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { activity } from '@/admin/kit/data/activity';
import { listAddress } from '@/admin/kit/lib/list-address';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordHistory } from '@/admin/kit/ui/record-history';
import { RecordPlaceholder } from '@/admin/kit/ui/record-placeholder';
import { Seo } from '@/shared/ui/seo';
import { type EmailTemplate, emailTemplates, toTemplateVersion } from '../data/email-templates';
import { templatePaths } from '../paths';
import { TemplateForm } from './template-form';

function Title({ title }: { title: string }) {
  return (
    <>
      <Seo title={title} noIndex />
      <PageHeader title={title} />
    </>
  );
}

/** The page of a new template. */
export function NewTemplatePage() {
  const create = useMutation(emailTemplates.create());
  return (
    <>
      <Title title="Nouveau template" />
      <TemplateForm save={(input) => create.mutateAsync(input)} pending={create.isPending} />
    </>
  );
}

/** The page of an existing template. */
export function EditTemplatePage() {
  const { id = '' } = useParams();
  const template = useQuery(emailTemplates.byId(id));
  return (
    <>
      <Title title="Modifier le template" />
      {template.data ? (
        <>
          <EditTemplate key={template.data.id} template={template.data} />
          <RecordHistory query={activity.ofRecord('email_templates', id)} />
        </>
      ) : (
        <RecordPlaceholder
          query={template}
          error="Impossible de charger le template"
          missing="Ce template n’existe plus"
          back={{ to: listAddress(templatePaths.list.href()), label: 'Retour aux templates' }}
        />
      )}
    </>
  );
}

function EditTemplate({ template }: { template: EmailTemplate }) {
  const update = useMutation(emailTemplates.update(template.id));
  return (
    <TemplateForm
      edited={{ id: template.id, ...toTemplateVersion(template) }}
      save={(input, readAt = '') => update.mutateAsync({ template: input, readAt })}
      pending={update.isPending}
    />
  );
}
