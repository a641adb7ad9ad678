import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { audience } from '@/data/campaigns/audience';
import { emailTemplates } from '@/data/email-templates/email-templates';
import { settings } from '@/data/settings/settings';
import { paths } from '@/lib/paths';
import { buttonClass } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ErrorState } from '@/ui/error-state';
import { PageHeader } from '@/ui/page-header';
import { Seo } from '@/ui/seo';
import { Spinner } from '@/ui/spinner';
import { CampaignForm } from './campaign-form';

/** A new campaign, once the templates, the contacts and the senders are there to choose from. */
export function CampaignNewPage() {
  const templates = useQuery(emailTemplates.list());
  const people = useQuery(audience());
  const sending = useQuery(settings.one());
  const all = [templates, people, sending];
  return (
    <>
      <Seo title="Nouvelle campagne" noIndex />
      <PageHeader title="Nouvelle campagne" />
      {templates.data && people.data && sending.data ? (
        templates.data.length === 0 ? (
          <EmptyState title="Aucun template à envoyer">
            <p className="max-w-prose text-slate">
              Une campagne envoie un template. Rédigez d’abord le vôtre.
            </p>
            <Link to={paths.admin.emailTemplateNew.href()} className={buttonClass({ variant: 'accent' })}>
              Nouveau template
            </Link>
          </EmptyState>
        ) : (
          <CampaignForm templates={templates.data} audience={people.data} settings={sending.data} />
        )
      ) : all.some(({ isError }) => isError) ? (
        <ErrorState
          title="Impossible de charger les données"
          onRetry={() => {
            for (const query of all) if (query.isError) query.refetch();
          }}
        />
      ) : (
        <Spinner />
      )}
    </>
  );
}
