import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { deliverability, type Reputation } from '../data/deliverability';
import { settings } from '../data/settings';

/** Bounces and complaints beside their limits, and the warm-up. */
export function DeliveryRates() {
  const reputation = useQuery(deliverability.reputation());
  const { data: state } = useQuery(settings.sending());
  if (reputation.isPending) {
    return (
      <p role="status" className="text-slate">
        Chargement…
      </p>
    );
  }
  if (!reputation.data) {
    return (
      <p role="alert" className="text-sm">
        Les taux n’ont pas pu être chargés.{' '}
        <Button size="sm" variant="ghost" onClick={() => reputation.refetch()}>
          Réessayer
        </Button>
      </p>
    );
  }
  const { messages, bounces, complaints, bounce_limit, complaint_limit, warmup } = reputation.data;
  return (
    <dl className="grid grid-cols-1 gap-4 sm:grid-cols-3">
      <Rate label="Rebonds, 30 jours" count={bounces} of={messages} limit={bounce_limit} />
      <Rate
        label="Plaintes, 30 jours"
        count={complaints}
        of={messages}
        limit={complaint_limit}
        isMeasured={complaints > 0 || state?.transport !== 'smtp'}
      />
      <div>
        <dt className="text-sm font-semibold text-slate">Réchauffement</dt>
        <dd>
          {warmup ? (
            <WarmUp {...warmup} />
          ) : (
            <>
              Arrêté
              <span className="block text-sm text-slate">
                Pour un domaine neuf, il fait monter peu à peu le nombre de courriels par jour. Sans lui,
                seule la limite quotidienne compte. Il se met en marche sous{' '}
                <Link to="#avance" className="underline">
                  Avancé
                </Link>
                .
              </span>
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Formats a share in per cent, with two digits where it is small. */
const formatPercent = (share: number) =>
  `${(share * 100).toLocaleString('fr-CA', { maximumFractionDigits: 2 })}\u00a0%`;

/** @param isMeasured false when an ordinary mail server sends, which reports nothing */
function Rate({
  label,
  count,
  of,
  limit,
  isMeasured = true,
}: {
  label: string;
  count: number;
  of: number;
  limit: number;
  isMeasured?: boolean;
}) {
  const share = of === 0 ? 0 : count / of;
  return (
    <div>
      <dt className="text-sm font-semibold text-slate">{label}</dt>
      <dd>
        {!isMeasured ? (
          <>
            Non mesuré
            <span className="block text-sm text-slate">
              Votre serveur de courriel ne les rapporte pas; un fournisseur le ferait.
            </span>
          </>
        ) : (
          <>
            <span className={share > limit ? 'font-semibold text-sumac-deep' : undefined}>
              {formatPercent(share)}
            </span>
            <span className="text-sm text-slate">
              {' '}
              ({formatNumber(count)} sur {formatNumber(of)}; limite {formatPercent(limit)})
            </span>
          </>
        )}
      </dd>
    </div>
  );
}

function WarmUp({ step, limit, steps }: NonNullable<Reputation['warmup']>) {
  if (step >= steps.length) return <>Terminé&nbsp;: la limite quotidienne s’applique</>;
  return (
    <>
      {formatNumber(limit)} par jour
      <span className="block text-sm text-slate">
        Palier {step + 1} sur {steps.length}
        {steps[step + 1] !== undefined && <>; ensuite {formatNumber(steps[step + 1] ?? 0)}</>}
      </span>
    </>
  );
}
