import type { ReactNode } from 'react';
import { CopyField } from './copy-field';
import { shareAddress } from './share-targets';

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * The line of HTML that shows a tour, or one of its scenes, in another site's page. The page sends its origin along, which
 * /visite compares with the allowed sites where a host sends no header.
 */
const embedLine = (title: string, href: string) =>
  `<iframe src="${escapeHtml(shareAddress(href))}" title="${escapeHtml(`Visite virtuelle\u00a0: ${title}`)}" width="100%" height="600" style="border:0" loading="lazy" referrerpolicy="strict-origin" allow="fullscreen; gyroscope; accelerometer; xr-spatial-tracking; clipboard-write; web-share"></iframe>`;

/** The embedding code, ready to copy, with who may use it. */
export function EmbedLine({ title, href, children }: { title: string; href: string; children?: ReactNode }) {
  return (
    <div>
      <CopyField
        label="Montrer cette visite dans une page d’un autre site"
        text={embedLine(title, href)}
        button="Copier la ligne"
        done="La ligne est copiée."
        rows={5}
      />
      {children}
    </div>
  );
}
