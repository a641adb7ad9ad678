import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { type EstimateData, estimatedKinds, type Project } from '@/shared/estimate/estimate';
import { amountRange, basisUnits } from '@/shared/estimate/estimate-texts';
import { Estimator, firstProject } from '@/shared/estimate/estimator';
import { paths } from '@/shared/lib/paths';
import { buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { publicEstimate } from '@/site/data/estimate';
import { estimateQuoteHref, projectParams, readProjectParams } from '@/site/lib/quote-request-href';
import { withQueries } from '@/site/lib/with-queries';
import { CallToAction } from '@/site/ui/call-to-action';
import { IndexedHero } from '@/site/ui/page-hero';
import { useHydrated } from '@/site/ui/use-hydrated';

/** The public prices, one a line. */
function Prices({ data }: { data: EstimateData }) {
  return (
    <section aria-labelledby="prix" className="mt-14 border-t border-line pt-10">
      <h2 id="prix" className="text-2xl font-bold">
        Les prix de cette estimation
      </h2>
      <p className="mt-2 max-w-prose text-slate">
        Avant taxes. Le plus élevé tient compte des lieux difficiles.
      </p>
      <dl className="mt-5 max-w-3xl">
        {data.prices.map(({ name, basis, low_cents, high_cents }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-6 border-t border-line py-2.5">
            <dt className="font-semibold">{name}</dt>
            <dd className="ml-auto text-right">
              {amountRange(low_cents, high_cents)} {basisUnits[basis]}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The estimate of a visitor's project, which the address keeps for those who share it. */
function Estimation({ data }: { data: EstimateData }) {
  const [params, setParams] = useSearchParams();
  const isHydrated = useHydrated();
  const first = firstProject(data);
  const shared = isHydrated ? readProjectParams(params) : undefined;
  const isKnown = shared !== undefined && estimatedKinds(data).includes(shared.kind);
  const initial: Project = isKnown ? { ...first, ...shared } : first;
  return (
    <>
      <Estimator
        // The prerendered page knows nothing of the address.
        key={String(isHydrated)}
        data={data}
        initial={initial}
        onChange={(project) => setParams(projectParams(project), { replace: true })}
      >
        {(project) => (
          <Link
            to={estimateQuoteHref(project)}
            className={`${buttonClass({ variant: 'accent' })} mt-5 w-full print:hidden sm:w-auto`}
          >
            Demander une soumission pour ce projet
          </Link>
        )}
      </Estimator>
      <noscript>
        <p className="mt-6 rounded-xl border border-line bg-mist p-5">
          Pour changer le projet, votre navigateur doit permettre JavaScript. Les prix ci-dessous vous donnent
          un ordre de grandeur.
        </p>
      </noscript>
      <Prices data={data} />
    </>
  );
}

/** « Estimer mon projet »; without public prices it only leads to the quote request. */
export const EstimatePage = withQueries(function EstimatePage() {
  const { data, ...query } = useQuery(publicEstimate());
  return (
    <>
      <IndexedHero
        page={paths.estimate}
        crumb="Estimer mon projet"
        headTitle="Estimer mon projet"
        description="Un ordre de grandeur pour une visite virtuelle, une captation de rues ou un relevé avant déneigement&nbsp;: prix, délai et coût net pour la municipalité."
        noIndex={data === null}
        title="Estimer mon projet"
        lead="Un ordre de grandeur en une minute, pour préparer votre budget ou votre dossier au conseil."
      />
      {query.isPending ? (
        <Spinner label="Chargement des prix…" />
      ) : query.isError ? (
        <ErrorState title="Impossible de charger les prix" onRetry={() => query.refetch()} />
      ) : !data ? (
        <CallToAction
          title="Les prix sont donnés sur soumission."
          text="Décrivez votre projet en quelques lignes&nbsp;: nous vous répondons en 24 à 48 heures ouvrables."
        />
      ) : (
        <div className="mx-auto max-w-7xl px-5 py-12 sm:px-8 sm:py-14">
          <Estimation data={data} />
        </div>
      )}
    </>
  );
});
