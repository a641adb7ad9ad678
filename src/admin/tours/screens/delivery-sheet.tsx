import type { ReactNode } from 'react';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { fileSize, formatNumber } from '@/shared/lib/numbers';
import { siteConfig } from '@/shared/lib/site-config';
import { tables } from '../data/tables';
import type { DeliverableTour, TourDelivery } from '../data/tour-delivery';

const { fields } = tables.tour_deliveries;

/** Names the file that a delivery's checksum stands for. */
export const CHECKSUM_HINT = 'celle du fichier integrite.sha256, qui donne celle de chaque fichier';

/** @param onPaper whether the line is left out of the screen */
function Line({
  label,
  onPaper = false,
  children,
}: {
  label: string;
  onPaper?: boolean;
  children: ReactNode;
}) {
  return (
    <div className={`${onPaper ? 'hidden print:grid' : 'grid'} gap-x-6 py-2 sm:grid-cols-[11rem_1fr]`}>
      <dt className="text-slate">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The sheet of a delivery; alone on the paper when the page is printed (src/admin/styles.css). */
export function DeliverySheet({ tour, delivery }: { tour: DeliverableTour; delivery: TourDelivery }) {
  const { client, color, created_at, version, panoramas, width, files, bytes, checksum, rights } = delivery;
  return (
    <article
      aria-labelledby="fiche"
      data-printed-alone
      className="mt-4 rounded-lg border border-line border-t-8 p-5"
      style={{ borderTopColor: color }}
    >
      <h3 id="fiche" className="text-xl font-bold">
        Fiche de livraison
      </h3>
      <dl className="mt-3 divide-y divide-line">
        <Line label="Visite">{tour.title}</Line>
        <Line label={fields.client}>{client}</Line>
        <Line label="Livrée le">{formatDateTime(created_at)}</Line>
        <Line label="Réalisée par">{siteConfig.legalName}</Line>
        <Line label={fields.version}>{version}</Line>
        <Line label={fields.panoramas}>{formatNumber(panoramas)}</Line>
        <Line label="Définition">
          {formatNumber(width)} × {formatNumber(width / 2)} pixels
        </Line>
        <Line label={fields.files}>
          {formatNumber(files)}, {fileSize(bytes)}
        </Line>
        <Line label={fields.checksum} onPaper>
          <span className="font-mono text-sm">{checksum}</span>
          <br />
          <span className="text-sm text-slate">{CHECKSUM_HINT}</span>
        </Line>
        <Line label={fields.rights}>
          <span className="whitespace-pre-line">{rights}</span>
        </Line>
      </dl>
    </article>
  );
}
