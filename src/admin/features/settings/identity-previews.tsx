import type { ReactNode } from 'react';
import { type Control, useWatch } from 'react-hook-form';
import type { IdentityInput, IdentityValues } from '@/admin/data/settings/settings.schema';
import { logoAddress } from '@/admin/data/settings/studio-logo';
import { MessagePreview } from '@/admin/ui/message-preview';

function Place({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h3 className="mb-2 text-sm font-semibold text-slate">{title}</h3>
      <div className="rounded-lg border border-line p-4 text-sm wrap-anywhere">{children}</div>
    </div>
  );
}

const shown = (text: string, instead: string) => text.trim() || `(${instead})`;

/** How each place shows what is typed, before it is saved. */
export function IdentityPreviews({ control }: { control: Control<IdentityValues, unknown, IdentityInput> }) {
  const identity = useWatch({ control }) as IdentityValues;
  const { sender_name, legal_name, postal_address, contact_email, contact_phone } = identity;
  const lines = [
    shown(legal_name, 'nom légal'),
    shown(postal_address, 'adresse postale'),
    shown(contact_email, 'courriel de contact'),
    contact_phone,
  ].filter(Boolean);
  const taxes =
    identity.tax_registered === 'yes'
      ? `TPS ${shown(identity.tps_number, 'numéro')} · TVQ ${shown(identity.tvq_number, 'numéro')}`
      : identity.tax_registered === 'no'
        ? 'Non inscrit aux taxes'
        : 'TPS et TVQ\u00a0: à préciser';
  return (
    <section aria-label="Aperçus" className="min-w-0 space-y-5 rounded-xl border border-line bg-paper p-5">
      <div>
        <h2 className="text-lg font-semibold">Aperçus</h2>
        <p className="text-sm text-slate">Ce que chaque endroit montre de cette identité.</p>
      </div>
      <Place title="Boîte de réception">
        <p className="font-semibold">{shown(sender_name, 'nom de l’expéditeur')}</p>
        <p className="text-slate">Nous avons bien reçu votre demande de soumission</p>
      </Place>
      <Place title="Accusé de réception, signature">
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
      <Place title="Bas du site et page de confidentialité">
        <p className="font-semibold">{shown(legal_name, 'nom légal')}</p>
        <p>{shown(postal_address, 'adresse postale')}</p>
        <p>{[contact_email, contact_phone].filter(Boolean).join(' · ')}</p>
      </Place>
      <Place title="En-tête d’un devis">
        {identity.logo_path && (
          <img
            src={logoAddress(identity.logo_path)}
            alt="Logo du studio"
            className="mb-2 max-h-12 max-w-full"
          />
        )}
        <p className="font-semibold">{shown(legal_name, 'nom légal')}</p>
        <p>NEQ {shown(identity.neq, 'à remplir')}</p>
        <p>{taxes}</p>
      </Place>
    </section>
  );
}
