import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { countsInWords, totalOf } from '@/admin/data/campaigns/campaign-labels';
import { type Campaign, campaigns } from '@/admin/data/campaigns/campaigns';
import { useListViews } from '@/admin/data/saved-views/use-list-views';
import { settings } from '@/admin/data/settings/settings';
import { formatDay, formatSendDate } from '@/admin/lib/dates';
import { useListState } from '@/admin/lib/use-list-state';
import { ListToolbar } from '@/admin/ui/list-toolbar';
import { NoResult } from '@/admin/ui/no-result';
import { PageHeader } from '@/admin/ui/page-header';
import { SendingStop } from '@/admin/ui/sending-stop';
import { TableSkeleton } from '@/admin/ui/table-skeleton';
import { paths } from '@/shared/lib/admin-paths';
import { counted } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { CampaignBadge, FollowupBadge } from './campaign-badges';
import {
  campaignListFields,
  campaignOrders,
  campaignStates,
  campaignViews,
  filterCampaigns,
} from './campaign-list';

const { admin } = paths;

function NewCampaignLink() {
  return (
    <Link to={admin.campaignNew.href()} className={buttonClass({ variant: 'accent' })}>
      <Plus aria-hidden="true" className="size-4" />
      Nouvelle campagne
    </Link>
  );
}

/** The campaigns, newest first, and how far each has come. */
export function CampaignsPage() {
  const list = useQuery(campaigns.list());
  const { data: sending } = useQuery(settings.sending());
  return (
    <>
      <Seo title="Campagnes" noIndex />
      <PageHeader title="Campagnes" {...(list.data ? { count: counted(list.data.length, 'campagne') } : {})}>
        <NewCampaignLink />
      </PageHeader>
      <SendingStop reason={sending?.stop} />
      {list.isPending ? (
        <TableSkeleton rows={4} />
      ) : !list.data ? (
        <ErrorState title="Impossible de charger les campagnes" onRetry={() => list.refetch()} />
      ) : list.data.length === 0 ? (
        <EmptyState title="Aucune campagne pour le moment">
          <p className="max-w-prose text-slate">
            Une campagne envoie un template à des contacts choisis, tout de suite ou à l’heure que vous fixez.
          </p>
          <NewCampaignLink />
        </EmptyState>
      ) : (
        <Campaigns campaigns={list.data} />
      )}
    </>
  );
}

function Campaigns({ campaigns: all }: { campaigns: readonly Campaign[] }) {
  const list = useListState(campaignListFields);
  const views = useListViews('campaigns', campaignViews);
  const shown = useMemo(() => filterCampaigns(all, list.deferred), [all, list.deferred]);
  return (
    <>
      <ListToolbar
        list={list}
        views={views}
        orders={campaignOrders}
        search={{ label: 'Rechercher une campagne', placeholder: 'Nom de la campagne' }}
        filters={[{ name: 'statut', label: 'Statut', allLabel: 'Tous les statuts', options: campaignStates }]}
        count={shown.length < all.length && counted(shown.length, 'résultat')}
      />
      {shown.length === 0 ? (
        <NoResult title="Aucune campagne ne correspond à votre recherche" onClear={list.clear} />
      ) : (
        <ul className="space-y-3">
          {shown.map((campaign) => (
            <li key={campaign.id}>
              <CampaignRow campaign={campaign} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function CampaignRow({ campaign }: { campaign: Campaign }) {
  const { id, name, send_date, created_at, counts } = campaign;
  return (
    <article className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl border border-line bg-paper px-5 py-4">
      <div className="min-w-0 grow basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h2 className="text-lg font-semibold wrap-anywhere">{name}</h2>
          <CampaignBadge campaign={campaign} />
          <FollowupBadge campaign={campaign} />
        </div>
        <p className="mt-1 text-sm text-slate">
          {send_date ? `Envoi prévu: ${formatSendDate(send_date)}` : `Créée le ${formatDay(created_at)}`}
        </p>
      </div>
      <p className="text-sm tabular-nums">{totalOf(counts) > 0 ? countsInWords(counts) : 'Aucun envoi'}</p>
      <Link
        to={admin.campaign.href(id)}
        aria-label={`Voir ${name}`}
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        Voir
      </Link>
    </article>
  );
}
