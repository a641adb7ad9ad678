import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Unlink } from 'lucide-react';
import { tourLinkCheck } from '@/admin/data/tours/tour-link';
import { formatDayAndTime } from '@/admin/lib/dates';
import { counted } from '@/shared/lib/numbers';
import { buttonClass } from '@/shared/ui/button';

/** That the address of a tour did not open when it was last asked; nothing otherwise, and nothing of another address. */
export function LinkNotice({ tourId, url }: { tourId: string; url: string }) {
  const { data: check } = useQuery(tourLinkCheck(tourId));
  if (!check?.reason || check.url !== url) return null;
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl bg-amber-pale px-4 py-3 text-amber-ink"
    >
      <Unlink aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        <strong>L’adresse de cette visite ne s’ouvre plus.</strong> {check.reason}{' '}
        <span className="text-sm">
          Vérifiée le {formatDayAndTime(check.checked_at)}, {counted(check.failures, 'échec')} de suite.
        </span>
      </p>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ variant: 'outline', size: 'sm' })}
      >
        <ExternalLink aria-hidden="true" className="size-4" />
        Ouvrir l’adresse
      </a>
    </div>
  );
}
