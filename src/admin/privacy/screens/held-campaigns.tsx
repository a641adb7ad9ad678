import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { campaignDrafts } from '@/admin/campaigns/data/campaign-drafts';
import { campaigns as campaignsData } from '@/admin/campaigns/data/campaigns';
import { campaignPaths } from '@/admin/campaigns/paths';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { type HeldCampaign, restores } from '../data/restores';

/**
 * The campaigns that may have continued after the copy was made, to be decided one by one; undecided ones stay
 * paused.
 */
export function HeldCampaigns({ campaigns }: { campaigns: HeldCampaign[] }) {
  return (
    <section aria-labelledby="campagnes" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="campagnes" className="text-lg font-semibold">
        3. Les campagnes, une par une
      </h2>
      {campaigns.length === 0 ? (
        <p className="mt-1 text-sm text-slate">Aucune campagne n’était en cours ni en préparation.</p>
      ) : (
        <ul className="mt-3 divide-y divide-line">
          {campaigns.map((campaign) => (
            <Campaign key={campaign.id} campaign={campaign} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Campaign({ campaign }: { campaign: HeldCampaign }) {
  const { id, name, status } = campaign;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <h3 className="font-semibold wrap-anywhere">
          <Link to={campaignPaths.one.href(id)} className="underline underline-offset-4">
            {name}
          </Link>
        </h3>
        <p className="text-sm text-slate">
          {status === 'brouillon' ? DRAFT_NOTE : <Progress campaign={campaign} />}
        </p>
      </div>
      <AdminsOnly>
        {status === 'brouillon' ? <DraftActions id={id} /> : <CampaignActions campaign={campaign} />}
      </AdminsOnly>
    </li>
  );
}

const DRAFT_NOTE =
  'Brouillon · peut-être lancée depuis la copie\u00a0: si la liste du fournisseur le dit, supprimez-le.';

function Progress({ campaign: { status, paused_at, sent, waiting, uncertain } }: { campaign: HeldCampaign }) {
  return (
    <>
      {counted(sent, 'envoyé', 'envoyés')}, {waiting} en attente
      {uncertain > 0 && `, ${counted(uncertain, 'incertain', 'incertains')}`}
      {status === 'terminé' && ', relances à venir'} ·{' '}
      <strong>{paused_at ? 'en pause' : 'repartira à la reprise des envois'}</strong>
    </>
  );
}

function DraftActions({ id }: { id: string }) {
  const discard = useMutation(campaignDrafts.discard());
  return (
    <Button
      size="sm"
      variant="outline"
      pending={discard.isPending}
      onClick={() => discard.isPending || discard.mutate(id)}
    >
      Supprimer le brouillon
    </Button>
  );
}

function CampaignActions({ campaign: { id, status, paused_at } }: { campaign: HeldCampaign }) {
  const resume = useMutation(campaignsData.resume());
  const cancel = useMutation(campaignsData.cancel());
  const markSent = useMutation(restores.markSent());
  const isPending = resume.isPending || cancel.isPending || markSent.isPending;
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        size="sm"
        variant="outline"
        aria-disabled={isPending}
        pending={markSent.isPending}
        onClick={() => isPending || markSent.mutate(id)}
      >
        Tout est déjà parti
      </Button>
      {paused_at && (
        <Button
          size="sm"
          variant="outline"
          pending={resume.isPending}
          onClick={() => isPending || resume.mutate({ campaign: id })}
        >
          Envoyer le reste
        </Button>
      )}
      {status !== 'terminé' && (
        <Button
          size="sm"
          variant="outline"
          pending={cancel.isPending}
          onClick={() => isPending || cancel.mutate(id)}
        >
          Annuler le reste
        </Button>
      )}
    </div>
  );
}
