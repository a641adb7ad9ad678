import { useEffect, useRef } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { siteConfig } from '@/shared/lib/site-config';
import type { QuoteFormValues, QuoteRequestInput } from '@/site/data/quote-requests.schema';
import { directEmailHref } from './direct-email';

/** What a person is told when the request did not leave: nothing is lost, and there is another way. */
export function QuoteFailure({
  control,
  tooMany,
}: {
  control: Control<QuoteFormValues, unknown, QuoteRequestInput>;
  tooMany: boolean;
}) {
  const said = useRef<HTMLDivElement>(null);
  // On a phone it may come above what the screen shows.
  useEffect(() => said.current?.scrollIntoView({ block: 'nearest' }), []);
  const values = useWatch({ control, compute: (all: QuoteFormValues) => all });
  return (
    <div ref={said} role="alert" className="rounded-lg border border-sumac-deep bg-sumac-pale px-4 py-3">
      <p className="font-semibold">Votre demande n’est pas partie.</p>
      <p className="mt-1">
        Tout ce que vous avez écrit est encore ici.{' '}
        {tooMany ? 'Attendez une dizaine de minutes avant de réessayer' : 'Vous pouvez réessayer'}, ou nous
        l’envoyer par courriel à{' '}
        <a className="font-semibold underline" href={directEmailHref(siteConfig.contactEmail, values)}>
          {siteConfig.contactEmail}
        </a>
        .
      </p>
    </div>
  );
}
