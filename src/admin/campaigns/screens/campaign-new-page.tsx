import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { emailTemplates } from '@/admin/messages/data/email-templates';
import { templatePaths } from '@/admin/messages/paths';
import { SendingStop } from '@/admin/privacy/parts/sending-stop';
import { settings } from '@/admin/settings/data/settings';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { audience } from '../data/audience';
import { campaignDrafts } from '../data/campaign-drafts';
import { campaigns } from '../data/campaigns';
import { CampaignForm } from './campaign-form';

/** The page of a new campaign, once templates, audience and settings are loaded. */
export function CampaignNewPage() {
  const templates = useQuery(emailTemplates.list());
  const people = useQuery(audience());
  const studio = useQuery(settings.studio());
  const rules = useQuery(settings.sendingRules());
  const { data: state } = useQuery(settings.sending());
  // Read once: when the form has saved itself its draft is in the address.
  const [searchParams] = useSearchParams();
  const [{ copied, resumed }] = useState({
    copied: searchParams.get('copie'),
    resumed: searchParams.get('brouillon'),
  });
  // « Dupliquer »: the copied campaign.
  const copy = useQuery({ ...campaigns.copyOf(copied ?? ''), enabled: copied !== null });
  const draft = useQuery({ ...campaignDrafts.one(resumed ?? ''), enabled: resumed !== null });
  const all = [templates, people, studio, rules, copy, draft];
  const isReady =
    (copied === null || copy.data !== undefined) && (resumed === null || draft.data !== undefined);
  return (
    <>
      <Seo title="Nouvelle campagne" noIndex />
      <PageHeader title="Nouvelle campagne" />
      <SendingStop reason={state?.stop} />
      {templates.data && people.data && studio.data && rules.data && isReady ? (
        templates.data.length === 0 ? (
          <EmptyState title="Aucun template à envoyer">
            <p className="max-w-prose text-slate">
              Une campagne envoie un template. Rédigez d’abord le vôtre.
            </p>
            <Link to={templatePaths.new.href()} className={buttonClass({ variant: 'accent' })}>
              Nouveau template
            </Link>
          </EmptyState>
        ) : (
          <CampaignForm
            templates={templates.data}
            audience={people.data}
            settings={{ ...studio.data, ...rules.data }}
            copy={copy.data ?? undefined}
            draft={resumed && draft.data ? { id: resumed, values: draft.data } : undefined}
          />
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
