import { useMutation, useQuery } from '@tanstack/react-query';
import { Archive, ArchiveRestore, Plus } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { useListViews } from '@/admin/kit/data/use-list-views';
import { formatDay, formatSendDate, formatShortDay } from '@/admin/kit/lib/dates';
import { useListState } from '@/admin/kit/lib/use-list-state';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import type { Column } from '@/admin/kit/ui/data-table';
import { FilteredTable, ListScreen } from '@/admin/kit/ui/list-screen';
import { HeaderActionWords, headerActionClass } from '@/admin/kit/ui/page-header';
import { useRemovalQuestion } from '@/admin/kit/ui/removal-question';
import type { RowAction } from '@/admin/kit/ui/row-actions';
import { rowIcons } from '@/admin/kit/ui/row-icons';
import { SendingStop } from '@/admin/privacy/parts/sending-stop';
import { settings } from '@/admin/settings/data/settings';
import { counted } from '@/shared/lib/numbers';
import { campaignDrafts } from '../data/campaign-drafts';
import { campaignFollowups } from '../data/campaign-followups';
import { delaysInShort } from '../data/campaign-labels';
import { type Campaign, campaigns } from '../data/campaigns';
import { tables } from '../data/tables';
import { campaignPaths } from '../paths';
import { CampaignBadge, FollowupBadge } from './campaign-badges';
import {
  campaignListFields,
  campaignOrders,
  campaignStates,
  campaignViews,
  filterCampaigns,
} from './campaign-list';
import { CampaignSends, sendsText } from './campaign-sends';

const { fields } = tables.campaigns;

function NewCampaignLink() {
  return (
    <AdminsOnly>
      <Link to={campaignPaths.new.href()} className={headerActionClass('accent')}>
        <Plus aria-hidden="true" className="size-4" />
        <HeaderActionWords>Nouvelle campagne</HeaderActionWords>
      </Link>
    </AdminsOnly>
  );
}

/** Counts the campaigns, and apart the drafts, which are none yet: « 3 campagnes, 1 brouillon ». */
function countText(all: readonly Campaign[]): string {
  const drafts = all.filter(({ status }) => status === 'brouillon').length;
  return [counted(all.length - drafts, 'campagne'), drafts > 0 && counted(drafts, 'brouillon')]
    .filter(Boolean)
    .join(', ');
}

/** The campaigns, newest first, with their progress. */
export function CampaignsPage() {
  const list = useQuery(campaigns.list());
  const { data: sending } = useQuery(settings.sending());
  return (
    <ListScreen
      title="Campagnes"
      count={countText}
      action={<NewCampaignLink />}
      notice={<SendingStop reason={sending?.stop} />}
      query={list}
      errorTitle="Impossible de charger les campagnes"
      isEmpty={(all) => all.length === 0}
      empty={{
        title: 'Aucune campagne pour le moment',
        why: 'Une campagne envoie un template à des contacts choisis, tout de suite ou à l’heure que vous fixez.',
      }}
    >
      {(all) => <CampaignTable campaigns={all} />}
    </ListScreen>
  );
}

const noIds: ReadonlySet<string> = new Set();
const idOf = ({ id }: Campaign) => id;
const dateOf = ({ status, send_date, created_at }: Campaign) =>
  status === 'brouillon'
    ? `Commencé le ${formatDay(created_at)}`
    : send_date
      ? `Envoi prévu: ${formatSendDate(send_date).replace(' à ', ' à\u00a0')}`
      : `Créée le ${formatDay(created_at)}`;

/** Says on a phone when a campaign leaves or left, how many e-mails, and after how many days it is followed up. */
function factsOnPhone(campaign: Campaign, hasFollowups: boolean): string {
  const { status, send_date, created_at, steps } = campaign;
  const day = formatShortDay((status === 'brouillon' ? undefined : send_date) ?? created_at);
  const followups = steps.length > 0 && `relance ${delaysInShort(steps)}`;
  return [day, sendsText(campaign, hasFollowups), followups].filter(Boolean).join(' · ');
}

/** Returns the address of a campaign; a draft opens in its form. */
const addressOf = ({ id, status }: Campaign) =>
  status === 'brouillon' ? `${campaignPaths.new.href()}?brouillon=${id}` : campaignPaths.one.href(id);

const campaignColumns = (toFollowUp: ReadonlySet<string>): Column<Campaign>[] => [
  {
    key: 'nom',
    header: 'Campagne',
    sortable: true,
    mobile: 'title',
    primary: true,
    width: [200, 380],
    grows: true,
    text: ({ name }) => name,
    cell: (campaign) => (
      <a className="font-semibold hover:underline" href={addressOf(campaign)}>
        {campaign.name}
      </a>
    ),
  },
  {
    key: 'statut',
    header: fields.status,
    sortable: true,
    mobile: 'badge',
    width: [160, 230],
    cell: (campaign) => <CampaignBadge campaign={campaign} hasFollowups={toFollowUp.has(campaign.id)} />,
  },
  {
    key: 'relance',
    header: 'Relance',
    under: 'statut',
    width: [150, 230],
    cell: (campaign) => <FollowupBadge campaign={campaign} />,
  },
  {
    key: 'date',
    header: 'Date',
    sortable: true,
    mobile: 'text',
    primary: true,
    // The longest, « Envoi prévu: 09 septembre 2026 à 21:43 », stands on one line.
    width: [298, 340],
    text: dateOf,
    cell: dateOf,
    mobileCell: (campaign) => factsOnPhone(campaign, toFollowUp.has(campaign.id)),
  },
  {
    key: 'envois',
    header: 'Envois',
    width: [184, 320],
    grows: true,
    text: (campaign) => sendsText(campaign, toFollowUp.has(campaign.id)),
    cell: (campaign) => <CampaignSends campaign={campaign} hasFollowups={toFollowUp.has(campaign.id)} />,
  },
  {
    key: 'sujet',
    header: 'Sujet',
    optional: 1,
    width: [140, 360],
    text: ({ message_subject }) => message_subject,
    cell: ({ message_subject }) => message_subject,
  },
];

type Handlers = { onArchive: (campaign: Campaign) => void; onDiscard: (campaign: Campaign) => void };

/** The actions on a campaign: view, copy, archive once it is over; a draft is continued or discarded. */
const campaignActions =
  ({ onArchive, onDiscard }: Handlers) =>
  (campaign: Campaign): RowAction[] => {
    const { id, name, status, cancelled_at, archived_at } = campaign;
    if (status === 'brouillon') {
      return [
        { label: `Reprendre ${name}`, icon: rowIcons.pencil, href: addressOf(campaign) },
        { label: `Supprimer ${name}`, icon: rowIcons.trash, onSelect: () => onDiscard(campaign) },
      ];
    }
    const actions: RowAction[] = [
      {
        label: `Voir ${name}`,
        word: 'Voir',
        icon: rowIcons.eye,
        href: campaignPaths.one.href(id),
        readersToo: true,
      },
      { label: `Dupliquer ${name}`, icon: rowIcons.copy, href: `${campaignPaths.new.href()}?copie=${id}` },
    ];
    if (status !== 'terminé' && !cancelled_at) return actions;
    const Icon = archived_at ? ArchiveRestore : Archive;
    return [
      ...actions,
      {
        label: archived_at ? `Sortir ${name} des archives` : `Archiver ${name}`,
        icon: <Icon aria-hidden="true" className="size-4 shrink-0" />,
        onSelect: () => onArchive(campaign),
      },
    ];
  };

function CampaignTable({ campaigns: all }: { campaigns: readonly Campaign[] }) {
  const list = useListState(campaignListFields);
  const views = useListViews('campaigns', 'Toutes', campaignViews);
  const visible = useMemo(() => filterCampaigns(all, list.deferred), [all, list.deferred]);
  const { data: toFollowUp = noIds } = useQuery(campaignFollowups.coming());
  const columns = useMemo(() => campaignColumns(toFollowUp), [toFollowUp]);
  const { mutate: archive } = useMutation(campaigns.archive());
  const discard = useMutation(campaignDrafts.discard());
  const [askRemoval, removalQuestion] = useRemovalQuestion<Campaign>({
    // A draft does not go to the trash: nothing was sent, and only its author has seen it.
    sentence: ({ name }) =>
      `Le brouillon «\u00a0${name}\u00a0» sera supprimé. Vous pourrez annuler pendant dix secondes; après, il ne reviendra pas.`,
    pending: discard.isPending,
    onConfirm: ({ id }, after) => discard.mutate(id, after),
  });
  const actions = useMemo(
    () =>
      campaignActions({
        onArchive: ({ id, archived_at }) => archive({ campaign: id, archived: archived_at === null }),
        onDiscard: askRemoval,
      }),
    [archive, askRemoval],
  );
  return (
    <>
      <FilteredTable
        list={list}
        views={views}
        orders={campaignOrders}
        search={{ label: 'Rechercher une campagne', placeholder: 'Nom ou sujet' }}
        filters={[
          { name: 'statut', label: fields.status, allLabel: 'Tous les statuts', options: campaignStates },
        ]}
        rows={visible}
        total={all.length}
        noResult="Aucune campagne ne correspond à votre recherche"
        caption="Campagnes"
        rowKey={idOf}
        columns={columns}
        actions={actions}
      />
      {removalQuestion}
    </>
  );
}
