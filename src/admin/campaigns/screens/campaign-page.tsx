import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { Link, Navigate, useParams } from 'react-router-dom';
import { activity } from '@/admin/kit/data/activity';
import { formatDay } from '@/admin/kit/lib/dates';
import { listAddress } from '@/admin/kit/lib/list-address';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { MessagePreview } from '@/admin/kit/ui/message-preview';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { RecordHistory } from '@/admin/kit/ui/record-history';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import type { SegmentDefinition } from '@/admin/segments/data/segment-labels';
import { SegmentConditions } from '@/admin/segments/parts/segment-conditions';
import { counted } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { campaignFollowups } from '../data/campaign-followups';
import { delayInWords, stepName, totalOf } from '../data/campaign-labels';
import { campaignSends } from '../data/campaign-sends';
import { type Campaign, campaigns } from '../data/campaigns';
import { campaignPaths } from '../paths';
import { CampaignActions } from './campaign-actions';
import { CampaignBadge, FollowupBadge } from './campaign-badges';
import { CampaignFigures, FiguresNote } from './campaign-figures';
import { CampaignProgress } from './campaign-progress';
import { FollowupsCard } from './followups-card';
import { SendList } from './send-list';

/** One campaign: its progress, its actions, and the outcome of each message. */
export function CampaignPage() {
  const { id = '' } = useParams();
  const campaign = useQuery(campaigns.byId(id));
  if (campaign.isPending) return <Spinner />;
  if (campaign.data === undefined) {
    return (
      <ErrorState
        title="Impossible de charger la campagne"
        error={campaign.error}
        onRetry={() => campaign.refetch()}
      />
    );
  }
  if (campaign.data === null) return <UnknownCampaign />;
  if (campaign.data.status === 'brouillon') {
    return <Navigate to={`${campaignPaths.new.href()}?brouillon=${id}`} replace />;
  }
  return <KnownCampaign key={id} campaign={campaign.data} />;
}

function UnknownCampaign() {
  return (
    <>
      <Seo title="Campagne introuvable" noIndex />
      <PageHeader title="Campagne introuvable" />
      <EmptyState title="Cette campagne n’existe pas, ou n’existe plus">
        <Link to={listAddress(campaignPaths.list.href())} className={buttonClass({ variant: 'outline' })}>
          Retour aux campagnes
        </Link>
      </EmptyState>
    </>
  );
}

function KnownCampaign({ campaign }: { campaign: Campaign }) {
  const { id, name, status, paused_at, created_at, from_email, counts, segment_name, segment_definition } =
    campaign;
  const isHeld = status === 'programmé' || paused_at !== null;
  const sends = useQuery(campaignSends.of(id, isHeld));
  const followups = useQuery({ ...campaignFollowups.of(id), enabled: campaign.steps.length > 0 });
  const coming = campaign.followups_stopped_at
    ? []
    : (followups.data ?? []).filter(({ reason }) => reason === null);
  return (
    <>
      <Seo title={name} noIndex />
      <PageHeader title={name} count={counted(totalOf(counts), 'courriel')}>
        <AdminsOnly>
          <Link
            to={`${campaignPaths.new.href()}?copie=${id}`}
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            <Copy aria-hidden="true" className="size-4" />
            Dupliquer
          </Link>
        </AdminsOnly>
        <CampaignActions campaign={campaign} />
      </PageHeader>
      <CampaignProgress campaign={campaign} coming={coming}>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-slate">
          <CampaignBadge campaign={campaign} hasFollowups={coming.length > 0} />
          <FollowupBadge campaign={campaign} />
          <span>Créée le {formatDay(created_at)}</span>
          {from_email && <span className="break-all">Expéditeur&nbsp;: {from_email}</span>}
        </p>
        <CampaignText campaign={campaign} />
        {segment_name !== null && segment_definition !== null && (
          <SegmentConditions
            title={
              <>
                <span className="font-semibold">Segment, tel qu’il était&nbsp;:</span> {segment_name}
              </>
            }
            // Checked by the database when it was written.
            definition={segment_definition as SegmentDefinition}
          />
        )}
      </CampaignProgress>
      <CampaignFigures campaign={campaign} />
      {sends.isPending ? (
        <TableSkeleton />
      ) : !sends.data ? (
        <ErrorState
          title="Impossible de charger les envois de la campagne"
          error={sends.error}
          onRetry={() => sends.refetch()}
        />
      ) : (
        <>
          <SendList campaign={campaign} sends={sends.data} />
          <FiguresNote campaign={campaign} />
          <FollowupsCard campaign={campaign} sends={sends.data} />
        </>
      )}
      <RecordHistory query={activity.ofRecord('campaigns', id)} />
    </>
  );
}

/** The approved text, before the variables are replaced. */
function CampaignText({ campaign }: { campaign: Campaign }) {
  const { message_subject, message_body, steps } = campaign;
  if (message_subject === null || message_body === null) return null;
  return (
    <details className="mt-1">
      <summary className="min-h-6 cursor-pointer text-sm wrap-anywhere">
        <span className="font-semibold">Texte&nbsp;:</span> {message_subject}
      </summary>
      <div className="mt-3 space-y-4">
        <MessagePreview title="Premier message" subject={message_subject} body={message_body} />
        {steps.map(({ step, delay_days, subject, body }) => (
          <MessagePreview
            key={step}
            title={`${stepName(step)}, ${delayInWords(delay_days)}`}
            subject={subject}
            body={body}
          />
        ))}
      </div>
    </details>
  );
}
