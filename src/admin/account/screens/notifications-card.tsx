import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { CopyField } from '@/admin/kit/ui/copy-field';
import { type TodayPreferences, todayPreferences } from '@/admin/today/data/today-preferences';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { Spinner } from '@/shared/ui/spinner';

/**
 * Settings of the private calendar address and of the morning e-mail, which bring « Aujourd'hui » outside of the
 * screen.
 */
export function NotificationsCard() {
  const isReadOnly = useIsReadOnly();
  const preferences = useQuery({ ...todayPreferences.mine(), enabled: !isReadOnly });
  if (isReadOnly) return null;
  return (
    <section
      aria-labelledby="agenda"
      className="mt-6 space-y-5 rounded-xl border border-line bg-paper p-5 sm:p-6"
    >
      <div>
        <h2 id="agenda" className="text-lg font-semibold">
          Agenda et résumé du matin
        </h2>
        <p className="mt-1 max-w-prose text-sm text-slate">
          Vos prochaines actions et les déplacements, sans ouvrir ce site. Seuls les noms des organisations et
          des villes en sortent.
        </p>
      </div>
      {preferences.data ? (
        <>
          <Calendar preferences={preferences.data} />
          <Digest wanted={preferences.data.daily_digest} />
        </>
      ) : preferences.isError ? (
        <p role="alert">
          Vos choix n’ont pas pu être chargés.{' '}
          <Button size="sm" variant="outline" onClick={() => preferences.refetch()}>
            Réessayer
          </Button>
        </p>
      ) : (
        <Spinner />
      )}
    </section>
  );
}

function Calendar({ preferences: { feed_created_at, feed_read_at } }: { preferences: TodayPreferences }) {
  const create = useMutation(todayPreferences.createFeed());
  const revoke = useMutation(todayPreferences.revokeFeed());
  const [address, setAddress] = useState<string>();
  return (
    <div className="space-y-4">
      <h3 className="font-semibold">Agenda privé</h3>
      {address ? (
        <NewAddress address={address} />
      ) : feed_created_at ? (
        <p>
          Une adresse existe depuis le {formatDateTime(feed_created_at)}.{' '}
          <span className="text-slate">
            {feed_read_at
              ? `Lue pour la dernière fois le ${formatDateTime(feed_read_at)}.`
              : 'Aucun agenda ne l’a encore lue.'}
          </span>
        </p>
      ) : (
        <p className="max-w-prose text-sm text-slate">
          Une adresse secrète, à donner à Google Agenda, Outlook ou Apple Calendrier. Vous pouvez la révoquer
          en tout temps.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant="outline"
          pending={create.isPending}
          onClick={() => create.mutate(undefined, { onSuccess: setAddress })}
        >
          <CalendarDays aria-hidden="true" className="size-4" />
          {feed_created_at ? 'Remplacer l’adresse' : 'Créer l’adresse de mon agenda'}
        </Button>
        {feed_created_at && (
          <Button
            size="sm"
            variant="ghost"
            pending={revoke.isPending}
            onClick={() => revoke.mutate(undefined, { onSuccess: () => setAddress(undefined) })}
          >
            Révoquer
          </Button>
        )}
      </div>
    </div>
  );
}

/** Shows the address this once: the database only stores its hash. */
function NewAddress({ address }: { address: string }) {
  return (
    <div className="space-y-2 rounded-lg bg-spruce-pale p-4">
      <CopyField label="Adresse de votre agenda" value={address} copied="Adresse copiée" />
      <p className="text-sm">
        Elle n’est montrée qu’une fois. Dans votre agenda, choisissez «&nbsp;S’abonner par URL&nbsp;». Qui a
        cette adresse lit votre agenda&nbsp;: ne la partagez pas.
      </p>
    </div>
  );
}

function Digest({ wanted }: { wanted: boolean }) {
  const set = useMutation(todayPreferences.setDigest());
  return (
    <div>
      <h3 className="font-semibold">Résumé du matin</h3>
      <label className="mt-2 flex min-h-9 items-start gap-3">
        <input
          type="checkbox"
          className="mt-0.5 size-5 accent-spruce"
          checked={set.isPending ? set.variables : wanted}
          onChange={({ target }) => {
            if (!set.isPending) set.mutate(target.checked);
          }}
        />
        <span>
          Recevoir un courriel à 7&nbsp;h quand quelque chose m’attend
          <span className="block text-sm text-slate">
            Heure du Québec. Une fois par jour au plus, et rien les matins calmes.
          </span>
        </span>
      </label>
    </div>
  );
}
