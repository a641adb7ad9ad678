import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { paths } from '@/shared/lib/admin-paths';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { CopyField } from '@/shared/panorama-tour/copy-field';
import { settings } from '../data/settings';

/** Time after which a mailbox that was not tried is no longer set up, in ms. */
const HOUR = 3_600_000;

/** The address where reports may be received: one of the reception domain, or the mailbox that is read each minute. */
function useReportAddress(): string | undefined {
  const { data: rules } = useQuery(settings.sendingRules());
  const { data: state } = useQuery(settings.dispatcher());
  const { data: studio } = useQuery(settings.studio());
  if (rules?.inbound_domain) return `dmarc@${rules.inbound_domain}`;
  const next = state?.inbox_next_at;
  return next && Date.parse(next) > serverClock.now() - HOUR ? studio?.contact_email || undefined : undefined;
}

/** True when a domain is the other or below it: reports of one then go to the other without its leave (RFC 7489, 7.1). */
const isWithin = (domain: string, other: string) => domain === other || domain.endsWith(`.${other}`);

/** Says what the reports are for, and gives the record that asks for them, to hand to whoever manages the domain. */
export function DmarcSetup({ domains }: { domains: readonly string[] }) {
  const address = useReportAddress();
  const reception = address?.split('@')[1] ?? '';
  return (
    <div className="max-w-prose space-y-4 text-sm">
      <p>
        N’importe qui peut envoyer un courriel qui semble venir de vous. Gmail, Outlook et les autres peuvent
        vous dire chaque jour quels serveurs ont écrit en votre nom&nbsp;: vous verriez ici si quelqu’un vous
        imite, ou si l’un de vos propres envois est mal réglé. Aucun rapport n’est arrivé pour cette période.
      </p>
      {!address ? (
        <p>
          Il faut d’abord une adresse où recevoir ces rapports&nbsp;: remplissez{' '}
          <Link to={`${paths.admin.emailSettings.href()}#reception`} className="font-semibold underline">
            le domaine de réception
          </Link>{' '}
          plus haut. Cette page donnera ensuite l’enregistrement à demander.
        </p>
      ) : (
        domains.map((domain) => (
          <div key={domain} className="space-y-3 rounded-lg border border-line p-4">
            <p>
              <strong>Pour {domain}, à remettre à la personne qui gère votre domaine.</strong> S’il y a déjà
              un enregistrement DMARC, elle n’y ajoute que la partie «&nbsp;rua&nbsp;».
            </p>
            <CopyField
              label="Enregistrement DNS"
              text={recordsOf(domain, address, reception)}
              rows={isWithin(reception, domain) ? 3 : 7}
              button="Copier"
              done="Copié."
            />
          </div>
        ))
      )}
    </div>
  );
}

/** Writes the record whole, host, type and value, and the leave of the receiving domain where it is another. */
function recordsOf(domain: string, address: string, reception: string): string {
  const record = (host: string, value: string) =>
    `Nom\u00a0: ${host}\nType\u00a0: TXT\nValeur\u00a0: ${value}`;
  const own = record(`_dmarc.${domain}`, `v=DMARC1; p=none; rua=${mailtoHref(address)}`);
  return isWithin(reception, domain)
    ? own
    : `${own}\n\n${record(`${domain}._report._dmarc.${reception}`, 'v=DMARC1')}`;
}
