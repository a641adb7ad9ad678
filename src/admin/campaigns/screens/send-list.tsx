import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useListState } from '@/admin/kit/lib/use-list-state';
import { DataTable } from '@/admin/kit/ui/data-table';
import { ListToolbar } from '@/admin/kit/ui/list-toolbar';
import { NoResult } from '@/admin/kit/ui/no-result';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { campaignFeedback, signalsById } from '../data/campaign-feedback';
import { type CampaignSend, campaignSends } from '../data/campaign-sends';
import { type Campaign, isSending } from '../data/campaigns';
import { downloadSends } from './campaign-csv';
import { stateOptions } from './campaign-progress';
import { sendActions, sendColumns } from './send-columns';
import { BounceDialog, MessageDialog, ResolveDialog } from './send-dialogs';
import { filterSends, outcomeLabels, sendListFields, sendOrders } from './send-filters';

const idOf = ({ id }: CampaignSend) => id;

/** Every recipient of a campaign: search, filter by state, the message as sent, and a file of them. */
export function SendList({ campaign, sends }: { campaign: Campaign; sends: readonly CampaignSend[] }) {
  const list = useListState(sendListFields);
  const [shown, setShown] = useState<CampaignSend>();
  const [unresolved, setUnresolved] = useState<CampaignSend>();
  const [bounced, setBounced] = useState<CampaignSend>();
  const moments = useQuery(campaignFeedback.moments(campaign.id, isSending(campaign)));
  const troubles = useQuery(campaignFeedback.troubles(campaign.id, isSending(campaign)));
  const signals = useMemo(() => signalsById(moments.data, troubles.data), [moments.data, troubles.data]);
  const unread = [moments, troubles].filter(({ isError }) => isError);
  const { mutate: markReplied } = useMutation(campaignFeedback.markReplied());
  const { mutate: remove } = useMutation(campaignSends.removeRecipient());
  const hasFollowups = sends.some(({ step }) => step > 0);
  const columns = useMemo(() => sendColumns(signals, hasFollowups), [signals, hasFollowups]);
  const actions = useMemo(
    () =>
      sendActions(signals, {
        onShow: setShown,
        onResolve: setUnresolved,
        onBounce: setBounced,
        onReplied: ({ id }, replied) => markReplied({ send: id, replied }),
        onRemove: ({ id, name }) => remove({ send: id, name }),
      }),
    [signals, markReplied, remove],
  );
  const { etat, tri } = list.values;
  const states = stateOptions(campaign);
  const rows = useMemo(() => filterSends(sends, list.deferred, signals), [sends, list.deferred, signals]);

  const download = () => downloadSends(campaign.name, rows, signals);

  return (
    <div>
      <ListToolbar
        list={list}
        search={{ label: 'Rechercher un destinataire', placeholder: 'Nom, entreprise ou courriel' }}
        filters={[
          {
            name: 'etat',
            label: 'État',
            allLabel: 'Tous les états',
            options: { ...states, ...(etat ? { [etat]: states[etat] ?? etat } : {}) },
          },
          { name: 'suite', label: 'Suites', allLabel: 'Toutes les suites', options: outcomeLabels },
        ]}
        orders={sendOrders}
        count={rows.length < sends.length && counted(rows.length, 'résultat')}
      >
        <Button size="sm" variant="outline" className="ml-auto" onClick={download}>
          <Download aria-hidden="true" className="size-4" />
          Exporter (CSV)
        </Button>
      </ListToolbar>
      {unread.length > 0 && (
        <p role="alert" className="mb-3 text-sm">
          Une partie des retours n’a pas pu être chargée&nbsp;: il en manque dans la liste et dans son
          fichier.{' '}
          <Button size="sm" variant="ghost" onClick={() => unread.forEach((query) => void query.refetch())}>
            Réessayer
          </Button>
        </p>
      )}
      {rows.length === 0 ? (
        <NoResult title="Aucun destinataire ne correspond à votre recherche" onClear={list.clear} />
      ) : (
        <DataTable
          caption="Destinataires"
          rows={rows}
          rowKey={idOf}
          columns={columns}
          actions={actions}
          sort={tri}
          onSort={list.onSort}
          isSortedAbove
        />
      )}
      {shown && <MessageDialog send={shown} onClose={() => setShown(undefined)} />}
      {unresolved && <ResolveDialog send={unresolved} onClose={() => setUnresolved(undefined)} />}
      {bounced && <BounceDialog send={bounced} onClose={() => setBounced(undefined)} />}
    </div>
  );
}
