import { fieldRefusals, otherRefusals } from '@contract/quote-request-refusals';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { siteConfig } from '@/shared/lib/site-config';
import { Button } from '@/shared/ui/button';
import { Seo } from '@/shared/ui/seo';
import { PageHero } from '@/site/ui/page-hero';
import { useHydrated } from '@/site/ui/use-hydrated';

/** Anchors, and the sentence at each. */
const refusals = [
  ...Object.values(fieldRefusals).map(({ anchor, text }) => [anchor, text] as const),
  ...Object.entries(otherRefusals),
];

/**
 * Explains why a request posted without script was refused. The style sheet shows the reason that the address names,
 * since no script may run (docs/decisions/0040).
 */
export function QuoteRequestNotSentPage() {
  const isHydrated = useHydrated();
  return (
    <>
      <Seo title="Demande non envoyée" noIndex />
      <PageHero
        title="Demande non envoyée"
        lead="Revenez à la page précédente de votre navigateur&nbsp;: ce que vous avez écrit devrait y être encore."
      />
      <div className="mx-auto min-h-96 max-w-7xl space-y-6 px-5 py-12 text-lg sm:px-8 sm:py-16">
        {refusals.map(([anchor, text]) => (
          <p
            key={anchor}
            id={anchor}
            className="hidden max-w-3xl scroll-mt-96 rounded-lg border border-sumac-deep bg-sumac-pale px-4 py-3 font-semibold target:block"
          >
            {text}
          </p>
        ))}
        {isHydrated && (
          <Button variant="accent" onClick={() => window.history.back()}>
            Revenir au formulaire
          </Button>
        )}
        <p>
          Vous pouvez aussi nous écrire à{' '}
          <a
            className="font-semibold wrap-anywhere underline underline-offset-4"
            href={mailtoHref(siteConfig.contactEmail, { subject: 'Demande de soumission' })}
          >
            {siteConfig.contactEmail}
          </a>
          &nbsp;: nous vous répondrons de la même façon.
        </p>
      </div>
    </>
  );
}
