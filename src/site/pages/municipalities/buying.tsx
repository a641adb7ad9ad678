import { type ContractThreshold, statedAmount } from '@contract/contract-thresholds';
import { frenchDay } from '@contract/french-date';
import { formatAmount } from '@/shared/lib/money';
import { siteConfig } from '@/shared/lib/site-config';
import { Answer } from './supplier-facts';

/** « de 25 000 $ à 121 200 $ », as far as the amounts are known. */
function wayTitles(invitation?: string, publicCall?: string) {
  return {
    agreement: invitation ? `Moins de ${invitation}` : 'Sous le seuil des invitations',
    invitations:
      invitation && publicCall
        ? `De ${invitation} à moins de ${publicCall}`
        : invitation
          ? `À partir de ${invitation}`
          : 'Entre les deux seuils',
    call: publicCall ? `À partir de ${publicCall}` : 'Au-delà du seuil de l’appel d’offres public',
  };
}

const amountOf = (threshold: ContractThreshold) =>
  statedAmount(threshold, formatAmount(threshold.amountCents));

/**
 * Explains how a municipality buys, by amount, and its real cost after taxes. The amounts are those of a dated
 * table, each with its source.
 */
export function Buying({ thresholds }: { thresholds: readonly ContractThreshold[] }) {
  const of = (kind: ContractThreshold['kind']) => thresholds.find((threshold) => threshold.kind === kind);
  const known = [of('invitation'), of('appel_public')];
  const [invitation, publicCall] = known.map((one) => one && amountOf(one));
  const titles = wayTitles(invitation, publicCall);
  const latest = known
    .map((one) => one?.appliesFrom ?? '')
    .sort()
    .at(-1);
  return (
    <>
      <Answer id="acheter" title="Comment nous confier un mandat">
        <dl className="space-y-5 print:space-y-1 [&_dt]:font-semibold">
          <div>
            <dt>{titles.agreement}</dt>
            <dd>
              De gré à gré. Vous recevez une soumission numérotée, chiffrée étape par étape; elle s’accepte
              par résolution ou par bon de commande, en ligne ou sur papier.
            </dd>
          </div>
          <div>
            <dt>{titles.invitations}</dt>
            <dd>
              Invitation d’au moins deux fournisseurs, sauf si votre règlement sur la gestion contractuelle
              permet le gré à gré avec rotation. Invitez-nous&nbsp;: nous répondons dans la forme demandée.
            </dd>
          </div>
          <div>
            <dt>{titles.call}</dt>
            <dd>
              Appel d’offres public, publié au SEAO. Envoyez-nous le numéro de l’avis&nbsp;: nous vous disons
              rapidement si nous déposerons une soumission.
            </dd>
          </div>
        </dl>
        {latest && (
          <div className="text-sm text-slate">
            <p>
              Seuils en vigueur, le plus récent depuis le {frenchDay(latest)}; à titre indicatif. La loi et
              votre règlement ont priorité.
            </p>
            <ul>
              {thresholds.map((threshold) => (
                <li key={threshold.kind}>
                  {amountOf(threshold)}&nbsp;: {threshold.source}
                </li>
              ))}
            </ul>
          </div>
        )}
      </Answer>
      {siteConfig.taxes?.startsWith('TPS') && (
        <Answer id="taxes" title="Ce que paie la municipalité">
          <p>
            Une municipalité récupère la TPS en entier et la moitié de la TVQ. Un mandat de
            10&#x202f;000&nbsp;$ coûte 11&#x202f;497,50&nbsp;$ avec les taxes et environ
            10&#x202f;498,75&nbsp;$ après les remboursements (estimation).
          </p>
        </Answer>
      )}
    </>
  );
}
