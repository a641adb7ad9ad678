import { telHref } from '@contract/phone';
import { Clock, Mail, MapPin, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { IndexedHero } from '@/site/ui/page-hero';
import { QuoteRequestForm } from './quote-request-form';

function ContactLine({ icon, term, children }: { icon: ReactNode; term: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 border-t border-line py-5">
      <span className="mt-0.5 shrink-0 text-spruce">{icon}</span>
      <div className="min-w-0">
        <p className="text-sm text-slate">{term}</p>
        <p className="font-medium wrap-anywhere">{children}</p>
      </div>
    </li>
  );
}

/** The form's questions, for people who prefer to write an e-mail. */
const IN_TEXT = ['Organisation', 'Nom', 'Téléphone', 'Service souhaité', 'Lieux à capter', 'Échéance']
  .map((line) => `${line}\u00a0: `)
  .join('\r\n');

/** The studio's contact details, beside the form. */
function ContactPanel() {
  const icon = { 'aria-hidden': true, strokeWidth: 1.5, className: 'size-6' } as const;
  return (
    <aside aria-labelledby="titre-joindre" className="lg:sticky lg:top-28 lg:self-start">
      <h2 id="titre-joindre" className="text-2xl font-bold">
        Nous joindre
      </h2>
      <ul className="mt-6 border-b border-line">
        <ContactLine icon={<Mail {...icon} />} term="Courriel">
          <a className="underline underline-offset-4" href={mailtoHref(siteConfig.contactEmail)}>
            {siteConfig.contactEmail}
          </a>
          <br />
          <a
            className="inline-flex min-h-6 items-center text-sm underline underline-offset-4"
            href={mailtoHref(siteConfig.contactEmail, { subject: 'Demande de soumission', body: IN_TEXT })}
          >
            Envoyer la demande par courriel
          </a>
        </ContactLine>
        <ContactLine icon={<Phone {...icon} />} term="Téléphone">
          {siteConfig.phone ? (
            <a className="underline underline-offset-4" href={telHref(siteConfig.phone)}>
              {siteConfig.phone}
            </a>
          ) : (
            'Écrivez-nous, nous vous rappelons'
          )}
        </ContactLine>
        <ContactLine icon={<MapPin {...icon} />} term="Où nous sommes">
          Québec, Canada
        </ContactLine>
        <ContactLine icon={<Clock {...icon} />} term="Délai de réponse">
          Réponse en 24 à 48 heures ouvrables
        </ContactLine>
      </ul>
    </aside>
  );
}

/** The quote request page. */
export function QuoteRequestPage() {
  return (
    <>
      <IndexedHero
        page={paths.quoteRequest}
        crumb="Demande de soumission"
        headTitle="Demande de soumission"
        description="Demandez une soumission pour une visite virtuelle, une captation Street View ou un relevé avant déneigement. Réponse en 24 à 48 heures ouvrables."
        title="Demande de Soumission"
        lead="Quelques lignes suffisent. Nous vous répondons avec des questions précises, puis une soumission claire."
      />
      <div className="mx-auto grid grid-cols-1 max-w-7xl gap-12 px-5 py-12 sm:px-8 sm:py-16 lg:grid-cols-[1fr_20rem] lg:gap-16">
        <QuoteRequestForm />
        <ContactPanel />
      </div>
    </>
  );
}
