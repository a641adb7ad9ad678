import { Check, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { Button } from '@/shared/ui/button';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The line of HTML that shows a tour in another site's page. */
const embedLine = (title: string, slug: string) =>
  `<iframe src="${siteConfig.url}${paths.visit.href(slug)}" title="${escaped(`Visite virtuelle\u00a0: ${title}`)}" style="width:100%;aspect-ratio:16/10;border:0" loading="lazy" allow="fullscreen; gyroscope; accelerometer; xr-spatial-tracking; clipboard-write"></iframe>`;

/** The embedding code, ready to copy. */
export function EmbedLine({ title, slug }: { title: string; slug: string }) {
  const [copied, setCopied] = useState<boolean>();
  const id = useId();
  const line = embedLine(title, slug);
  const copy = () => {
    navigator.clipboard.writeText(line).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <div className="mt-6">
      <label htmlFor={id} className="font-semibold">
        Montrer cette visite dans une page de votre site
      </label>
      <div className="mt-2 flex flex-wrap items-start gap-3">
        <textarea
          id={id}
          readOnly
          value={line}
          rows={3}
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-[1_1_16rem] resize-none rounded-lg border border-line bg-paper p-3 font-mono text-sm break-all"
        />
        <Button variant="outline" size="sm" onClick={copy}>
          {copied ? (
            <Check aria-hidden="true" className="size-4" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          Copier la ligne
        </Button>
      </div>
      <p role="status" className="mt-1 text-sm">
        {copied === true && 'La ligne est copiée.'}
        {copied === false && 'La ligne n’a pas pu être copiée\u00a0: sélectionnez-la.'}
      </p>
    </div>
  );
}
