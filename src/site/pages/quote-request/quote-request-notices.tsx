import { quebecDay } from '@contract/eastern-time';
import { frenchDay } from '@contract/french-date';
import { quoteRequestFacts } from '@contract/quote-request';
import { useEffect, useId, useRef } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { consentVersion, consentWordings } from '@/shared/data/quote-requests';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import type { QuoteRequestValues } from '@/site/data/quote-requests.schema';

/**
 * Consent to commercial messages, apart from the privacy notice and never ticked beforehand. The form holds the
 * version that was ticked, so a draft of an older wording comes back unticked.
 */
export function MarketingConsent() {
  const id = useId();
  const { field } = useController<QuoteRequestValues>({ name: 'marketing_consent_version' });
  const { label, details } = consentWordings[consentVersion];
  return (
    <div className="flex gap-3 rounded-lg border border-line p-4">
      <input
        id={id}
        ref={field.ref}
        name={field.name}
        type="checkbox"
        value={consentVersion}
        checked={field.value === consentVersion}
        onChange={(event) => field.onChange(event.target.checked ? consentVersion : '')}
        onBlur={field.onBlur}
        aria-describedby={`${id}-details`}
        className="mt-0.5 size-6 shrink-0 accent-spruce"
      />
      <div>
        <label htmlFor={id} className="block font-semibold">
          {label} <span className="font-normal text-slate">(facultatif)</span>
        </label>
        <p id={`${id}-details`} className="mt-1 text-sm text-slate">
          {details}
        </p>
      </div>
    </div>
  );
}

/** The notice that Québec's Loi 25 (P-39.1) requires where personal information is collected. */
export function PrivacyNotice() {
  return (
    <section aria-label="Protection des renseignements personnels" className="text-sm text-slate">
      <p>
        Vos renseignements servent à préparer votre soumission et à y donner suite; pendant six mois au plus,
        nous pouvons aussi vous parler de nos services; vous pouvez y mettre fin en un clic. Ils sont traités
        par l’équipe de {siteConfig.name} et par les fournisseurs qui hébergent nos données et acheminent nos
        courriels, parfois à l’extérieur du Québec. Vous pouvez demander à les consulter ou à les faire
        rectifier, ou encore retirer votre consentement auprès de la personne responsable de la protection des
        renseignements personnels&nbsp;:{' '}
        <a className="font-medium underline" href={mailtoHref(siteConfig.contactEmail)}>
          {siteConfig.contactEmail}
        </a>
        . Jusqu’à l’envoi, votre brouillon reste dans ce navigateur seulement.{' '}
        <Link to={paths.privacy.href()} className="font-medium underline">
          Politique de confidentialité
        </Link>
      </p>
    </section>
  );
}

/** Mail programs on Windows ignore a longer address. */
const MAILTO_MAX_LENGTH = 1800;

/**
 * A link that carries the request by e-mail, for when the form could not send it. A request too long for an
 * address opens an empty message: its text is still in the form, ready to be copied.
 */
export function requestMailHref(to: string, values: QuoteRequestValues): string {
  const subject = ['Demande de soumission', values.organization_name.trim()].filter(Boolean).join(' - ');
  const facts = quoteRequestFacts.map(([label, text]) => [label, text(values)] as const);
  const body = [...facts, ['Message', values.message] as const]
    .filter(([, text]) => text.trim())
    .map(([label, text]) => `${label}\u00a0: ${text.trim()}`)
    .join('\r\n');
  const withBody = mailtoHref(to, { subject, body });
  return withBody.length > MAILTO_MAX_LENGTH ? mailtoHref(to, { subject }) : withBody;
}

/** Says that the request has arrived, with its number where there is one. */
export function SendSuccess({ number }: { number: string }) {
  const notice = useRef<HTMLSpanElement>(null);
  // On a phone the form ends with its button, and what is beside it is below the screen.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <span ref={notice} className="block scroll-mb-6">
      C’est envoyé. Vous aurez de nos nouvelles d’ici 24 à 48 heures ouvrables.
      {number && (
        <span className="block text-ink">
          Demande {number}, le {frenchDay(quebecDay(new Date()))}
        </span>
      )}
    </span>
  );
}

/** Says that the request could not be sent, that nothing is lost, and offers to send it by e-mail. */
export function SendFailure({ tooMany }: { tooMany: boolean }) {
  const alert = useRef<HTMLDivElement>(null);
  // On a phone the alert may appear above what the screen shows.
  useEffect(() => {
    alert.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const values = useWatch({ compute: (all: QuoteRequestValues) => all });
  return (
    <div ref={alert} role="alert" className="rounded-lg border border-sumac-deep bg-sumac-pale px-4 py-3">
      <p className="font-semibold">Votre demande n’a pas été envoyée.</p>
      <p className="mt-1">
        Tout ce que vous avez écrit est encore ici.{' '}
        {tooMany ? 'Attendez une dizaine de minutes avant de réessayer' : 'Vous pouvez réessayer'}, ou nous
        l’envoyer par courriel à{' '}
        <a className="font-semibold underline" href={requestMailHref(siteConfig.contactEmail, values)}>
          {siteConfig.contactEmail}
        </a>
        .
      </p>
    </div>
  );
}
