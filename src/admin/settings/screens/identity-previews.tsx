import type { ReactNode } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import { MessagePreview } from '@/admin/kit/ui/message-preview';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import type { IdentityInput, IdentityValues } from '../data/settings.schema';
import { logoAddress } from '../data/studio-logo';

function Place({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-2 text-sm font-semibold text-slate">{title}</h3>
      <div className="rounded-lg border border-line p-4 text-sm wrap-anywhere">{children}</div>
    </div>
  );
}

const orPlaceholder = (text: string, instead: string) => text.trim() || `(${instead})`;

/** Previews the identity in each place, before it is saved. */
export function IdentityPreviews({ control }: { control: Control<IdentityValues, unknown, IdentityInput> }) {
  const identity = useWatch({ control }) as IdentityValues;
  const { sender_name, legal_name, postal_address, contact_email, contact_phone } = identity;
  const lines = [
    orPlaceholder(legal_name, 'nom légal'),
    orPlaceholder(postal_address, 'adresse postale'),
    orPlaceholder(contact_email, 'courriel de contact'),
    contact_phone,
  ].filter(Boolean);
  const taxes =
    identity.tax_registered === 'yes'
      ? `TPS ${orPlaceholder(identity.tps_number, 'numéro')} · TVQ ${orPlaceholder(identity.tvq_number, 'numéro')}`
      : identity.tax_registered === 'no'
        ? 'Non inscrit aux taxes (TPS, TVQ)'
        : undefined;
  const logo = identity.logo_path && (
    <img
      src={logoAddress(identity.logo_path)}
      alt="Logo du studio"
      className="max-h-10 max-w-40 object-contain"
    />
  );
  return (
    <section aria-label="Aperçus" className="min-w-0 space-y-5 rounded-xl border border-line bg-paper p-5">
      <div>
        <h2 className="text-lg font-semibold">Aperçus</h2>
        <p className="text-sm text-slate">Ce que chaque endroit montre de cette identité.</p>
      </div>
      <Place title="Boîte de réception">
        <p className="font-semibold">{orPlaceholder(sender_name, 'nom du studio')}</p>
        <p className="text-slate">Nous avons bien reçu votre demande de soumission</p>
      </Place>
      <Place title="Accusé de réception">
        <p>Nous vous répondrons dans un délai de 24 à 48&nbsp;heures ouvrables.</p>
        <p className="mb-3">L’équipe de {orPlaceholder(sender_name, 'nom du studio')}</p>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Place>
      <MessagePreview
        title="Bas d’une campagne"
        subject="Votre territoire en 360°"
        body="Bonjour,"
        identity={identity}
        recipient="personne@municipalite.example"
      />
      <Place title="Haut du site">
        <p className="flex items-center gap-2.5 font-display text-lg font-bold">
          {logo || <AzimuthRing className="size-8 shrink-0" />}
          <span className="min-w-0">{orPlaceholder(sender_name, 'nom du studio')}</span>
        </p>
      </Place>
      <Place title="Bas du site">
        <ul className="-m-4 flex flex-wrap gap-x-4 rounded-lg bg-lake p-4 text-white">
          {[
            orPlaceholder(legal_name, 'nom légal'),
            orPlaceholder(postal_address, 'adresse postale'),
            contact_phone,
            identity.neq && `NEQ\u00a0${identity.neq}`,
            taxes,
          ]
            .filter(Boolean)
            .map((line) => (
              <li key={line} className="min-w-0">
                {line}
              </li>
            ))}
        </ul>
      </Place>
      <Place title="Page de confidentialité">
        <p className="font-semibold">Personne responsable de la protection des renseignements personnels</p>
        <p>
          Direction de {orPlaceholder(legal_name, 'nom légal')}
          {identity.neq && ` (NEQ\u00a0${identity.neq})`}
        </p>
        {lines.slice(1).map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Place>
      <Place title="En-tête d’un devis">
        {logo && <div className="mb-2">{logo}</div>}
        <p className="font-semibold">{orPlaceholder(legal_name, 'nom légal')}</p>
        <p>{orPlaceholder(postal_address, 'adresse postale')}</p>
        <p>NEQ {orPlaceholder(identity.neq, 'à remplir')}</p>
        <p>{taxes ?? 'TPS et TVQ\u00a0: à préciser'}</p>
      </Place>
    </section>
  );
}
