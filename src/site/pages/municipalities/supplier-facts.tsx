import { frenchDay } from '@contract/french-date';
import { telHref } from '@contract/phone';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { formatAmount } from '@/shared/lib/money';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { linesOf, type StudioProfile } from '@/site/data/studio-profile';

const linkClass = 'font-medium underline underline-offset-4';

/** A question of the buyer at the left, its answer at the right. */
export function Answer({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-12 gap-y-3 border-t border-line py-8 lg:grid-cols-[16rem_1fr] print:grid-cols-[11rem_1fr] print:gap-x-6 print:py-2"
    >
      <h2 id={id} className="text-xl font-bold print:text-base">
        {title}
      </h2>
      <div className="min-w-0 max-w-2xl space-y-3 wrap-anywhere print:space-y-1">{children}</div>
    </section>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0 break-inside-avoid border-t border-line pt-3 print:pt-1">
      <dt className="text-sm text-slate">{term}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The studio's legal identity and insurance; a fact that is not saved is left out. */
export function SupplierSheet({ insurance }: Pick<StudioProfile, 'insurance'>) {
  const { legalName, name, postalAddress, contactEmail, phone, neq, taxes } = siteConfig;
  return (
    <dl className="grid grid-cols-1 gap-x-10 gap-y-5 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3 print:gap-x-6 print:gap-y-2">
      <Fact term="Nom légal">{legalName}</Fact>
      {name !== legalName && <Fact term="Nom d’usage">{name}</Fact>}
      {neq && <Fact term="Numéro d’entreprise du Québec (NEQ)">{neq}</Fact>}
      <Fact term="Adresse">{postalAddress}</Fact>
      <Fact term="Courriel">
        <a href={mailtoHref(contactEmail)} className={linkClass}>
          {contactEmail}
        </a>
      </Fact>
      {phone && (
        <Fact term="Téléphone">
          <a href={telHref(phone)} className={linkClass}>
            {phone}
          </a>
        </Fact>
      )}
      {taxes && <Fact term="TPS et TVQ">{taxes}</Fact>}
      {insurance && (
        <Fact term="Assurance responsabilité civile">
          {insurance.insurer}
          {insurance.amount_cents !== null && `, ${formatAmount(Number(insurance.amount_cents))}`}
          <span className="block text-sm font-normal text-slate">
            {insurance.number && <>Police {insurance.number}, </>}
            {insurance.number ? 'valide' : 'Valide'} jusqu’au {frenchDay(insurance.until)}. Attestation sur
            demande.
          </span>
        </Fact>
      )}
    </dl>
  );
}

/** The studio's written commitments: rights, people in the pictures, hosting, files. */
export function Commitments({ profile }: { profile: StudioProfile | null }) {
  const formats = linesOf(profile?.delivery_formats ?? '');
  return (
    <>
      {profile?.picture_rights && (
        <Answer id="droits" title="À qui appartiennent les images">
          <p className="whitespace-pre-line">{profile.picture_rights}</p>
        </Answer>
      )}
      {profile?.privacy_practice && (
        <Answer id="vie-privee" title="Visages, plaques et Loi 25">
          <p className="whitespace-pre-line">{profile.privacy_practice}</p>
          <p>
            Ce que nous faisons des renseignements personnels est décrit dans notre{' '}
            <Link to={paths.privacy.href()} className={linkClass}>
              politique de confidentialité
            </Link>
            .
          </p>
        </Answer>
      )}
      <Answer id="hebergement" title="Où vont les fichiers">
        <p>
          La visite vous est livrée en fichiers et s’installe sur votre propre serveur&nbsp;: elle reste
          ouverte sans abonnement, et les images restent sous votre contrôle.
        </p>
        {profile?.hosted_in_quebec && (
          <p>Jusqu’à la livraison, les fichiers et les données du projet sont hébergés au Québec.</p>
        )}
      </Answer>
      {formats.length > 0 && (
        <Answer id="formats" title="Ce que vous recevez">
          <ul className="list-disc space-y-1 pl-5">
            {formats.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Answer>
      )}
    </>
  );
}
