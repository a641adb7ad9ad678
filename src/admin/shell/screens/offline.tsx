import { useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { keptExchanges } from '@/admin/contacts/data/kept-exchanges';
import { contactPaths } from '@/admin/contacts/paths';
import { isTripSheet } from '@/admin/kit/data/offline-copies';
import { connection, useIsOffline } from '@/admin/kit/lib/connection';
import { formatDayAndTime } from '@/admin/kit/lib/dates';
import type { Kept } from '@/admin/kit/lib/outbox';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { keptPhotos } from '@/admin/trips/data/kept-photos';
import { tripPaths } from '@/admin/trips/paths';
import { counted } from '@/shared/lib/numbers';
import { isUuid } from '@/shared/lib/uuid';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { Seo } from '@/shared/ui/seo';

/** Tells whether the screen of an address can be shown from stored copies. */
function isReadable(pathname: string): boolean {
  const match = matchPath(tripPaths.sheet.path, pathname);
  return match?.params.id !== undefined && isUuid(match.params.id);
}

/** Returns the age of the oldest data on the screen, in ms since 1970. */
function useReadAt(): number | undefined {
  const cache = useQueryClient().getQueryCache();
  const oldest = () => {
    const visible = cache.findAll({
      type: 'active',
      predicate: ({ queryKey, state }) => state.data !== undefined && isTripSheet(queryKey),
    });
    return visible.length === 0 ? undefined : Math.min(...visible.map(({ state }) => state.dataUpdatedAt));
  };
  return useSyncExternalStore((listener) => cache.subscribe(listener), oldest);
}

/** Warns above every screen while there is no network, with the age of the data, and that nothing can be saved. */
export function OfflineBanner() {
  const isOffline = useIsOffline();
  return (
    <div role="status" className="sticky top-14 z-20">
      {isOffline ? <Notice /> : <KeptNotice />}
    </div>
  );
}

/** Tells that exchanges and photos still wait to be sent, once the line is back or where the server refused them. */
function KeptNotice() {
  const exchanges = keptExchanges.useWaiting();
  const photos = keptPhotos.useWaiting();
  if (exchanges.length + photos.length === 0) return null;
  return (
    <div className="mb-5 rounded-xl bg-amber-pale px-4 py-3 text-amber-ink">
      <KeptLine
        kept={exchanges}
        waiting={['échange attend d’être envoyé', 'échanges attendent d’être envoyés']}
        refused="Un échange n’a pas pu être consigné."
        to={({ contact_id }) => contactPaths.one.href(contact_id)}
        linkText="Voir la fiche"
      />
      <KeptLine
        kept={photos}
        waiting={['photo attend d’être envoyée', 'photos attendent d’être envoyées']}
        refused="Une photo n’a pas pu être envoyée."
        to={({ trip_plan_id }) => tripPaths.sheet.href(trip_plan_id)}
        linkText="Voir la feuille de route"
      />
    </div>
  );
}

type KeptLineProps<Item> = {
  kept: readonly Kept<Item>[];
  waiting: [one: string, many: string];
  refused: string;
  to: (item: Item) => string;
  linkText: string;
};

function KeptLine<Item>({ kept, waiting, refused, to, linkText }: KeptLineProps<Item>) {
  const one = kept.find(({ refusal }) => refusal !== undefined) ?? kept[0];
  if (!one) return null;
  return (
    <p>
      {one.refusal === undefined ? `${counted(kept.length, ...waiting)}.` : refused}{' '}
      <Link to={to(one)} className="font-semibold underline underline-offset-4">
        {linkText}
      </Link>
    </p>
  );
}

function Notice() {
  const readAt = useReadAt();
  const exchanges = keptExchanges.useKept().length;
  const photos = keptPhotos.useKept().length;
  const kept = [
    exchanges > 0 && counted(exchanges, 'échange partira', 'échanges partiront'),
    photos > 0 && counted(photos, 'photo partira', 'photos partiront'),
  ].filter(Boolean);
  const [isChecking, setIsChecking] = useState(false);
  const retry = async () => {
    setIsChecking(true);
    await connection.check();
    setIsChecking(false);
  };
  return (
    <div className="mb-5 flex items-center gap-3 rounded-xl bg-amber-pale px-4 py-3 text-amber-ink">
      <WifiOff aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 grow">
        <strong>
          {readAt === undefined
            ? 'Hors ligne'
            : `Hors ligne\u00a0: données du ${formatDayAndTime(new Date(readAt).toISOString())}`}
        </strong>
        {kept.length > 0 && (
          <span className="block text-sm">{kept.join(', ')} au retour de la connexion.</span>
        )}
        <span className="block text-sm max-sm:sr-only">
          Rien ne peut être enregistré pour l’instant, sauf un échange avec un contact et la photo d’un arrêt;
          ce que vous écrivez reste à l’écran.
        </span>
      </p>
      <Button size="sm" variant="outline" className="shrink-0" pending={isChecking} onClick={retry}>
        Réessayer
      </Button>
    </div>
  );
}

/** Renders the screen, unless it was opened without a network and has no stored copy. An open one stays. */
export function OfflineGate({ children }: { children: ReactNode }) {
  const isOffline = useIsOffline();
  const { pathname } = useLocation();
  const [opened, setOpened] = useState<string>();
  const wasFilled = opened === pathname && connection.hasAnswered();
  const isOpen = !isOffline || wasFilled || isReadable(pathname);
  if (isOpen && opened !== pathname) setOpened(pathname);
  return isOpen ? children : <NeedsConnection />;
}

/** Replaces a screen that needs the network. */
export function NeedsConnection() {
  return (
    <>
      <Seo title="Hors ligne" noIndex />
      <PageHeader title="Cette page demande une connexion" readersToo />
      <EmptyState title="Hors ligne, les feuilles de route restent lisibles.">
        <p className="max-w-prose text-slate">
          Celles que vous avez ouvertes sur cet appareil depuis sept jours, telles qu’elles étaient alors, à
          leur adresse. Cette page s’affichera d’elle-même au retour de la connexion.
        </p>
      </EmptyState>
    </>
  );
}
