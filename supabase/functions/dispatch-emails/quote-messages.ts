import { layout, type Paragraph } from '../_shared/mail/layout.ts';
import { oneLine } from '../_shared/mail/one-line.ts';
import type { OutgoingMessage } from '../_shared/mail/outgoing.ts';
import type { Studio } from '../_shared/mail/studio.ts';
import type { ClaimedNotification } from './notifications.ts';

/** As the site and the inbox name them (src/data/quotes/quote-labels.ts); the functions share no code with it. */
const organizationTypes: Record<string, string> = {
  municipalite: 'Municipalité',
  mrc: 'MRC',
  ville: 'Ville',
  'organisme-public': 'Organisme public',
  autre: 'Autre',
};
const serviceTypes: Record<string, string> = {
  'visite-virtuelle': 'Visite virtuelle',
  'street-view': 'Street View',
  'pre-deneigement': 'Pré-déneigement',
  infrastructure: 'Infrastructure',
  evenement: 'Événement',
  autre: 'Autre',
};

/** Tells the administrators of a new request, in full; their answer goes straight to the person. */
export function adminNotice(
  request: ClaimedNotification,
  studio: Studio,
  administrators: string[],
): OutgoingMessage {
  const organization = oneLine(request.organization_name);
  const facts: [string, string][] = [
    ['Organisation', organization],
    ['Type', organizationTypes[request.organization_type] ?? request.organization_type],
    ['Personne', oneLine(request.contact_name)],
    ['Courriel', request.email],
    ['Téléphone', request.phone ?? '—'],
    ['Service', serviceTypes[request.service_type] ?? request.service_type],
  ];
  const link = `${studio.siteUrl}/admin/soumissions?demande=${request.quote_request_id}`;
  const paragraphs: Paragraph[] = [
    { text: 'Une nouvelle demande de soumission vient d’arriver.' },
    { facts },
    ...(request.message ? [{ quote: request.message }] : []),
    { link, label: 'Ouvrir la demande' },
    {
      text: 'Réponse attendue en 24 à 48\u00a0heures ouvrables. Répondre à ce courriel écrit à la personne.',
    },
  ];
  return {
    ...addressed(request, studio, administrators),
    replyTo: request.email,
    subject: `Nouvelle demande de soumission\u00a0: ${organization}`,
    ...layout(paragraphs, studio),
  };
}

/**
 * Tells the person that the request has arrived. It repeats nothing they typed: whoever enters another's address in
 * the form must not be able to have us write their words to it.
 */
export function acknowledgement(request: ClaimedNotification, studio: Studio): OutgoingMessage {
  const service = serviceTypes[request.service_type] ?? 'Autre';
  const paragraphs: Paragraph[] = [
    { text: 'Bonjour,' },
    { text: `Nous avons bien reçu votre demande de soumission (service\u00a0: ${service}).` },
    { text: 'Nous vous répondrons dans un délai de 24 à 48\u00a0heures ouvrables.' },
    {
      text: `Pour ajouter une précision, répondez simplement à ce courriel ou écrivez à ${studio.contactEmail}.`,
    },
    {
      text: 'Si vous n’avez rien demandé, quelqu’un a saisi votre adresse par erreur\u00a0: ignorez ce message.',
    },
    { text: `L’équipe de ${studio.siteName}` },
  ];
  return {
    ...addressed(request, studio, [request.email]),
    replyTo: studio.contactEmail,
    subject: 'Nous avons bien reçu votre demande de soumission',
    // Out-of-office robots do not answer a robot (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-replied' },
    ...layout(paragraphs, studio),
  };
}

function addressed({ id }: ClaimedNotification, studio: Studio, to: string[]) {
  return { key: `notification-${id}`, from: { name: studio.siteName, address: studio.from }, to };
}
