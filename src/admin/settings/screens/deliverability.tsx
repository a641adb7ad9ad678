import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { StatusBadge, type Tone } from '@/admin/kit/ui/status-badge';
import { readableMessage } from '@/shared/lib/failure';
import { notify } from '@/shared/lib/notify';
import { Button } from '@/shared/ui/button';
import { type DnsFinding, type DomainCheck, deliverability } from '../data/deliverability';
import { settings } from '../data/settings';
import { DeliveryRates } from './delivery-rates';

/** Style of a finding: stored value → badge. */
const findingTexts: Record<DnsFinding['state'], [Tone, string]> = {
  ok: ['done', 'En règle'],
  weak: ['active', 'À corriger'],
  missing: ['attention', 'Absent'],
};

/** State of a domain at the provider: stored value → French label. */
const domainStates: Record<string, string> = {
  verified: 'Vérifié',
  pending: 'Vérification en cours',
  not_started: 'À vérifier',
  failed: 'Échec de la vérification',
  temporary_failure: 'Échec passager',
};

const domainsOf = (senders: readonly string[]) => [
  ...new Set(senders.map((sender) => sender.slice(sender.lastIndexOf('@') + 1).toLowerCase())),
];

/** The deliverability of messages: the findings about each sender's domain, and the reception of messages. */
export function Deliverability() {
  const stored = useQuery(settings.sendingRules());
  const domains = domainsOf(stored.data?.verified_senders ?? []);
  return (
    <section
      aria-labelledby="delivrabilite"
      className="mt-6 space-y-5 rounded-xl border border-line bg-paper p-5"
    >
      <div>
        <h2 id="delivrabilite" className="text-lg font-semibold">
          Délivrabilité
        </h2>
        <p className="text-sm text-slate">
          Ce que les serveurs des destinataires vérifient avant d’accepter un courriel.
        </p>
      </div>
      <DeliveryRates />
      {domains.length === 0 ? (
        <p className="text-slate">Ajoutez d’abord un expéditeur vérifié.</p>
      ) : (
        <ul className="divide-y divide-line">
          {domains.map((domain) => (
            <li key={domain} className="py-4 first:pt-0 last:pb-0">
              <Domain domain={domain} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Domain({ domain }: { domain: string }) {
  const check = useQuery(deliverability.domainCheck(domain));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold break-all">{domain}</h3>
        <AdminsOnly>
          <Button size="sm" variant="outline" pending={check.isFetching} onClick={() => check.refetch()}>
            {check.data ? 'Vérifier de nouveau' : 'Vérifier'}
            <span className="sr-only"> {domain}</span>
          </Button>
        </AdminsOnly>
      </div>
      {check.isError && (
        <p role="alert" className="mt-2 text-sm text-sumac-deep">
          {readableMessage(check.error)}
        </p>
      )}
      {check.data && <CheckResult check={check.data} />}
    </>
  );
}

function CheckResult({ check: { spf, dkim, dmarc, provider, records } }: { check: DomainCheck }) {
  return (
    <div className="mt-3 space-y-4">
      <dl className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <FindingRow label="SPF" finding={spf} />
        <FindingRow label="DKIM" finding={dkim} />
        <FindingRow label="DMARC" finding={dmarc} />
        {provider && (
          <div className="min-w-0">
            <dt className="text-sm font-semibold text-slate">Chez le fournisseur</dt>
            <dd className="wrap-anywhere">
              {provider.trouble ?? domainStates[provider.state ?? ''] ?? provider.state}
            </dd>
          </div>
        )}
      </dl>
      {records.length > 0 && <Records records={records} />}
    </div>
  );
}

function FindingRow({ label, finding: { state, found, advice } }: { label: string; finding: DnsFinding }) {
  const [tone, text] = findingTexts[state];
  return (
    <div className="min-w-0">
      <dt className="text-sm font-semibold text-slate">{label}</dt>
      <dd className="space-y-1">
        <StatusBadge tone={tone} label={text} />
        {advice && <span className="block text-sm wrap-anywhere">{advice}</span>}
        {found && <code className="line-clamp-3 text-xs break-all text-slate">{found}</code>}
      </dd>
    </div>
  );
}

/** The records to copy into the zone of the domain, value by value. */
function Records({ records }: { records: DomainCheck['records'] }) {
  const copy = async (value: string) => {
    try {
      await navigator.clipboard.writeText(value);
      notify.success('Valeur copiée');
    } catch {
      notify.error('Impossible de copier\u00a0: sélectionnez le texte.');
    }
  };
  return (
    <div>
      <h4 className="text-sm font-semibold text-slate">Enregistrements à copier dans la zone du domaine</h4>
      <ul className="mt-1 divide-y divide-line rounded-lg border border-line text-sm">
        {records.map(({ type, name, value, priority, state }) => (
          <li key={`${type} ${name} ${value}`} className="flex items-start gap-3 px-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="wrap-anywhere">
                <strong className="font-semibold">{type}</strong> {name}
                {priority !== null && <> · priorité {priority}</>}
                {state && <> · {(domainStates[state] ?? state).toLowerCase()}</>}
              </p>
              <code className="text-xs break-all text-slate">{value}</code>
            </div>
            <IconButton label={`Copier la valeur de ${type} ${name}`} onClick={() => copy(value)}>
              <Copy aria-hidden="true" className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
