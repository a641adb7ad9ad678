import { formatLongDay } from '@/admin/kit/lib/dates';
import type { Studio } from '@/admin/settings/data/settings';
import type { Incident } from '../data/incidents';
import { noticeWays } from '../data/incidents.schema';

/** The two notices of the law, in the words of the copy buttons. */
export const notices = {
  commission: 'Commission d’accès à l’information',
  people: 'personnes concernées',
} as const;

export type NoticeKind = keyof typeof notices;

/**
 * Formats the dates of an incident: « le 1er mars 2026 », « du 1er mars 2026 au 4 mars 2026 (dates approximatives) ».
 */
export function occurrence({ occurred_on, occurred_until, is_estimate }: Incident): string {
  const days =
    occurred_until && occurred_until !== occurred_on
      ? `du ${formatLongDay(occurred_on)} au ${formatLongDay(occurred_until)}`
      : `le ${formatLongDay(occurred_on)}`;
  return is_estimate ? `${days} (date approximative)` : days;
}

const numberOf = (count: number | null, isEstimate: boolean) =>
  count === null ? 'inconnu pour le moment' : `${isEstimate ? 'environ\u00a0' : ''}${count}`;

const section = (title: string, text: string | null) => `${title}\n${text || '[à compléter]'}`;

/** Returns the sender from the settings; missing parts are left to be filled in. */
const sender = ({ legal_name, postal_address, contact_email, contact_phone }: Studio) =>
  [
    legal_name || '[nom légal à compléter]',
    postal_address || '[adresse à compléter]',
    [contact_email, contact_phone].filter(Boolean).join(', ') || '[courriel ou téléphone à compléter]',
  ].join('\n');

function noticeToPeopleState(incident: Incident): string {
  const { people_notified_on, people_notice_way, people_notice_reason } = incident;
  const notified = people_notified_on
    ? `Avisées le ${formatLongDay(people_notified_on)}\u00a0: ${people_notice_way ? noticeWays[people_notice_way].toLowerCase() : ''}.`
    : 'Pas encore avisées. [mesures prévues et délai envisagé, à compléter]';
  return people_notice_reason ? `${notified} ${people_notice_reason}` : notified;
}

/** Writes the notice to the Commission: the elements of art. 3 of the regulation, in order. */
function toCommission(incident: Incident, settings: Studio): string {
  const { is_estimate } = incident;
  return [
    'Avis à la Commission d’accès à l’information – incident de confidentialité',
    section('Entreprise', sender(settings)),
    section('Numéro d’entreprise du Québec (NEQ)', settings.neq),
    section('Personne à joindre au sujet de l’incident\u00a0: nom et coordonnées', null),
    section('Renseignements personnels visés', incident.information),
    section('Circonstances de l’incident et cause, si elle est connue', incident.circumstances),
    section('Date ou période de l’incident', occurrence(incident)),
    section('Date où l’entreprise en a eu connaissance', formatLongDay(incident.known_on)),
    section(
      'Nombre de personnes concernées',
      `${numberOf(incident.people_count, is_estimate)}, dont résidant au Québec\u00a0: ${numberOf(incident.quebec_people_count, is_estimate)}`,
    ),
    section(
      'Éléments qui amènent à conclure à un risque de préjudice sérieux',
      [
        `Sensibilité des renseignements\u00a0: ${incident.sensitivity}`,
        `Conséquences appréhendées\u00a0: ${incident.consequences}`,
        `Utilisations malveillantes possibles et probabilité d’une utilisation à des fins préjudiciables\u00a0: ${incident.misuse_likelihood}`,
        `Conclusion\u00a0: ${incident.risk_reasons}`,
      ].join('\n'),
    ),
    section('Avis aux personnes concernées', noticeToPeopleState(incident)),
    section(
      'Mesures prises ou prévues pour diminuer le risque et éviter un nouvel incident',
      incident.measures && `${incident.measures}\n[date de chaque mesure, ou délai envisagé, à compléter]`,
    ),
    section('Autorité semblable avisée à l’extérieur du Québec, s’il y a lieu', null),
  ].join('\n\n');
}

/** Writes the notice to a person concerned: the elements of art. 5 of the regulation. */
function toPeople(incident: Incident, settings: Studio): string {
  return [
    'Objet\u00a0: incident de confidentialité touchant vos renseignements personnels',
    'Bonjour,',
    `Un incident de confidentialité touchant des renseignements personnels qui vous concernent s’est produit ${occurrence(incident)}. Nous en avons eu connaissance le ${formatLongDay(incident.known_on)}.`,
    section('Ce qui s’est passé', incident.circumstances),
    section('Renseignements visés', incident.information),
    section('Ce que nous avons fait ou ferons', incident.measures),
    section('Ce que nous vous suggérons de faire', incident.people_advice),
    section('Pour en savoir plus', sender(settings)),
  ].join('\n\n');
}

/** Writes a notice with the data of the register and the settings. */
export const noticeText = (kind: NoticeKind, incident: Incident, settings: Studio): string =>
  (kind === 'commission' ? toCommission : toPeople)(incident, settings);
