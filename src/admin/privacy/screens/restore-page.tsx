import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDayAndTime } from '@/admin/kit/lib/dates';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { type RestoreReview, restores } from '../data/restores';
import { HeldCampaigns } from './held-campaigns';
import { HeldMessages } from './held-messages';
import { ProviderList } from './provider-list';

/** The steps for a person after a copy of the data was restored, before anything is sent again. */
export function RestorePage() {
  const review = useQuery(restores.review());
  return (
    <>
      <Seo title="Copie remise en place" noIndex />
      <PageHeader title="Copie remise en place" />
      {review.isPending && <Spinner />}
      {review.isError && (
        <ErrorState
          title="Impossible de charger ce que la copie contient"
          error={review.error}
          onRetry={() => review.refetch()}
        />
      )}
      {review.data === null && <EmptyState title="Rien n’est retenu : les courriels partent." />}
      {review.data && <Review review={review.data} />}
    </>
  );
}

function Review({ review }: { review: RestoreReview }) {
  const lift = useMutation(restores.lift());
  const [asks, setAsks] = useState(false);
  const { held_at, copied_at, refusals_found, campaigns, messages } = review;
  const waiting = campaigns.reduce((sum, campaign) => sum + campaign.waiting, 0);
  const resumed = campaigns.filter(({ paused_at }) => paused_at === null);
  return (
    <div className="space-y-6">
      <section aria-labelledby="copie" className="rounded-xl border border-line bg-paper p-5">
        <h2 id="copie" className="text-lg font-semibold">
          1. Ce que la copie sait
        </h2>
        <p className="mt-1 max-w-prose">
          Elle a été remise en place le {formatDayAndTime(held_at)}
          {copied_at && `, et ne sait rien de ce qui s’est passé après le ${formatDayAndTime(copied_at)}`}. Il
          lui restait {counted(waiting, 'message de campagne', 'messages de campagne')} et{' '}
          {counted(messages.length, 'autre message', 'autres messages')} à envoyer&nbsp;: une partie est
          peut-être déjà partie. Rien ne part avant que vous ayez fini cette page.
        </p>
        <p className="mt-2 max-w-prose">{foundRefusals(refusals_found)}</p>
      </section>
      <ProviderList />
      <HeldCampaigns campaigns={campaigns} />
      <HeldMessages messages={messages} />
      <AdminsOnly>
        <section aria-labelledby="reprise" className="rounded-xl border border-line bg-paper p-5">
          <h2 id="reprise" className="text-lg font-semibold">
            5. Reprendre les envois
          </h2>
          <p className="mt-1 mb-4 max-w-prose text-sm text-slate">
            {resumed.length === 0
              ? 'Aucune campagne ne repart : celles qui restent en pause le restent. Les nouveaux messages partent.'
              : `${counted(resumed.length, 'campagne repart', 'campagnes repartent')}\u00a0: ${resumed.map(({ name }) => name).join(', ')}. Les autres restent en pause.`}
          </p>
          <Button variant="accent" onClick={() => setAsks(true)}>
            Reprendre les envois
          </Button>
          <ConfirmDialog
            open={asks}
            onOpenChange={setAsks}
            title="Reprendre les envois?"
            description="Les messages que vous laissez partir s’ajoutent à ceux qui sont partis après la copie. Avez-vous collé la liste de votre fournisseur de courriel?"
            confirmLabel="Reprendre les envois"
            pending={lift.isPending}
            onConfirm={() => lift.mutate(undefined, { onSettled: () => setAsks(false) })}
          />
        </section>
      </AdminsOnly>
    </div>
  );
}

function foundRefusals(found: number | null): string {
  if (found === null)
    return 'La liste des désabonnements faits depuis la copie n’a pas été retrouvée\u00a0: donnez celle de votre fournisseur, et relisez les avis de votre boîte de réception.';
  if (found === 0) return 'Personne ne s’est désabonné depuis la copie.';
  return `${counted(found, 'personne désabonnée', 'personnes désabonnées')} depuis la copie, que la copie ne connaissait pas\u00a0: ${found > 1 ? 'elles ne recevront' : 'elle ne recevra'} plus rien.`;
}
