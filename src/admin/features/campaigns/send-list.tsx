import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import { campaignFeedback } from '@/admin/data/campaigns/campaign-feedback';
import type { CampaignSend } from '@/admin/data/campaigns/campaign-sends';
import { type Campaign, isSending } from '@/admin/data/campaigns/campaigns';
import { lateScript } from '@/admin/lib/load-script';
import { useUrlState } from '@/admin/lib/use-url-state';
import { DataTable } from '@/admin/ui/data-table';
import { FilterSelect } from '@/admin/ui/filter-select';
import { NoResult } from '@/admin/ui/no-result';
import { SearchField } from '@/admin/ui/search-field';
import { nextSort } from '@/admin/ui/sorting';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { stateOptions } from './campaign-progress';
import { sendColumns } from './send-columns';
import { BounceDialog, MessageDialog, ResolveDialog } from './send-dialogs';
import { filterSends, sendListFields } from './send-filters';

const idOf = ({ id }: CampaignSend) => id;

/** Every recipient of a campaign: search, filter by state, the message as sent, and a file of them. */
export function SendList({ campaign, sends }: { campaign: Campaign; sends: readonly CampaignSend[] }) {
  const [state, patch] = useUrlState(sendListFields);
  const [shown, setShown] = useState<CampaignSend>();
  const [doubtful, setDoubtful] = useState<CampaignSend>();
  const [bounced, setBounced] = useState<CampaignSend>();
  const { data: signals } = useQuery(campaignFeedback.signals(campaign.id, isSending(campaign)));
  const columns = useMemo(
    () => sendColumns({ onShow: setShown, onResolve: setDoubtful, onBounce: setBounced, signals }),
    [signals],
  );
  const { q, etat, tri } = state;
  const rows = useMemo(() => filterSends(sends, { q, etat, tri }), [sends, q, etat, tri]);

  const download = async () => {
    // The CSV writer comes with the first file asked for.
    const csv = await lateScript(import('./campaign-csv'));
    csv?.downloadSends(campaign.name, rows);
  };

  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <SearchField
          label="Rechercher un destinataire"
          placeholder="Nom, entreprise ou courriel"
          value={q}
          onChange={(text) => patch({ q: text })}
        />
        <FilterSelect
          label="État"
          allLabel="Tous les états"
          value={etat}
          options={{
            ...stateOptions(campaign),
            ...(etat ? { [etat]: stateOptions(campaign)[etat] ?? etat } : {}),
          }}
          onChange={(value) => patch({ etat: value as typeof etat })}
        />
        <p role="status" className="text-sm text-slate">
          {rows.length < sends.length && counted(rows.length, 'résultat')}
        </p>
        <Button size="sm" variant="outline" className="ml-auto" onClick={download}>
          <Download aria-hidden="true" className="size-4" />
          Exporter (CSV)
        </Button>
      </div>
      {rows.length === 0 ? (
        <NoResult
          title="Aucun destinataire ne correspond à votre recherche"
          onClear={() => patch({ q: '', etat: '' })}
        />
      ) : (
        <DataTable
          caption="Destinataires"
          rows={rows}
          rowKey={idOf}
          columns={columns}
          sort={tri}
          onSort={(key) => patch({ tri: nextSort(tri, key) })}
        />
      )}
      {shown && <MessageDialog send={shown} onClose={() => setShown(undefined)} />}
      {doubtful && <ResolveDialog send={doubtful} onClose={() => setDoubtful(undefined)} />}
      {bounced && <BounceDialog send={bounced} onClose={() => setBounced(undefined)} />}
    </div>
  );
}
