import type { FunctionMutation } from './function-mutation.ts';

const objects = ['email_sends'];
const of = (name: string, ...hints: string[]) => ({ function: name, objects, hints });

const leave = of('public.unsubscribe', 'le jeton', 'jeton inventé', 'effacer');
const page = of('public.unsubscribe_page', 'le jeton');
const list = of('private.suppress', 'le jeton', '20 clics');
const standing = of('private.standing_suppressions', 'lever le retrait', 'le jeton');
const hash = of('private.keyed_hash', 'empreinte');
const byHand = of('public.suppress_contact', 'retirer à la main');
const lift = of('public.lift_suppression', 'lever le retrait');
const event = of('public.record_email_event', 'répétés', 'rebond et plainte', 'lève le doute');
const failure = of('private.record_failure', 'rebond et plainte', 'trop de rebonds', 'répétés');
const reputation = of('private.pause_when_reputation_suffers', 'trop de rebonds');
const bounce = of('public.record_bounce', 'à la main', 'signaler');
const reply = of('public.mark_replied', 'à la main', 'signaler');
const due = of('private.followup_due', 'jours ouvrables');
const workday = of('private.is_business_day', 'jours ouvrables');
const refusal = of('private.followup_refusal', 'relance');
const second = of(
  'private.create_due_followups',
  'ni avant',
  'le texte choisi',
  'sans l’option',
  'arrêtée',
  'relance',
);
const stop = of('public.stop_followups', 'arrêtée');
const copy = of('public.export_person', 'une copie', 'copie et');
const erase = of('public.erase_person', 'effacer', 'copie et');
const retention = of('public.apply_retention', 'conservation');
const preview = of('public.retention_preview', 'conservation');
const law = {
  function: 'private.current_consents',
  objects,
  hints: ['au fil du temps', 'lever le retrait', 'désabonné'],
};
const admin = { what: 'par tout connecté', from: /PERFORM private\.require_admin\(\);/i, to: '' };

/** Consent, leaving, feedback, follow-ups and data protection. */
export const consentFunctionMutations: FunctionMutation[] = [
  { ...leave, what: 'sans retrait au registre', from: 'if send.recipient_email is not null', to: 'if false' },
  { ...leave, what: 'sans effet', from: "perform private.suppress(hash, 'unsubscribed');", to: '' },
  { ...leave, what: 'par le numéro du message', from: 'unsubscribe_token = token', to: 'id = token' },
  { ...leave, what: 'sans l’empreinte gardée', from: ', send.recipient_hash)', to: ', null)' },
  { ...page, what: 'jamais faite', from: 'exists (', to: 'false and exists (' },
  { ...list, what: 'une ligne à chaque clic', from: 'if not exists', to: 'if true or not exists' },
  { ...list, what: 'sans file', from: /perform pg_advisory_xact_lock\([^;]*;/, to: '' },
  { ...standing, what: 'jamais levée', from: 'lift.created_at > suppression.created_at', to: 'false' },
  { ...standing, what: 'levée pour toujours', from: 'lift.created_at > suppression.created_at', to: 'true' },
  { ...hash, what: 'sans clé', from: /encode\(sha256\(key[\s\S]*'hex'\)/, to: 'plain_hash' },
  { ...byHand, ...admin },
  { ...byHand, what: 'sans effet', from: /perform private\.suppress\([^;]*;/, to: '' },
  { ...lift, ...admin },
  { ...lift, what: 'sans raison', from: "coalesce(btrim(reason), '') = ''", to: 'false' },
  { ...lift, what: 'sans preuve', from: "coalesce(btrim(consent ->> 'evidence'), '') = ''", to: 'false' },
  { ...lift, what: 'une preuve à venir', from: 'or given_at > now()', to: '' },
  { ...lift, what: 'une vieille preuve', from: 'if given_at < (', to: 'if false and given_at < (' },
  { ...lift, what: 'sans retrait', from: 'if suppressed_at is null', to: 'if false' },
  {
    ...event,
    what: 'le même deux fois',
    from: 'on conflict (id) do nothing',
    to: 'on conflict (id) do update set detail = null',
  },
  {
    ...event,
    what: 'livré en arrière',
    from: 'least(s.delivered_at, record_email_event.occurred_at)',
    to: 'record_email_event.occurred_at',
  },
  {
    ...event,
    what: 'ouvert en arrière',
    from: 'least(s.opened_at, record_email_event.occurred_at)',
    to: 'record_email_event.occurred_at',
  },
  {
    ...event,
    what: 'un échec lève le doute',
    from: "'soft_bounced', 'complained') then",
    to: "'soft_bounced', 'complained', 'failed') then",
  },
  { ...event, what: 'sans bouger le contact', from: "set status = 'contacté'", to: 'set name = name' },
  { ...event, what: 'le doute reste', from: "set status = 'envoyé',", to: 'set' },
  {
    ...event,
    what: 'un retard compte comme un rebond',
    from: "kind in ('bounced', 'complained') then",
    to: "kind in ('bounced', 'complained', 'delayed', 'soft_bounced') then",
  },
  {
    ...event,
    what: 'adresse bloquée ignorée',
    from: "elsif kind = 'suppressed' then",
    to: 'elsif false then',
  },
  { ...failure, what: 'sans retrait', from: /perform private\.suppress\([^;]*;/, to: '' },
  { ...failure, what: 'sans regarder la réputation', from: /perform private\.pause_when[^;]*;/, to: '' },
  {
    ...failure,
    what: 'la raison perdue',
    from: 'coalesce(target.bounce_reason, left(detail, 500))',
    to: 'null',
  },
  { ...reputation, what: 'quatre rebonds suffisent', from: 'bounces >= 5', to: 'bounces >= 4' },
  { ...reputation, what: 'rebonds ignorés', from: 'bounces >= 5', to: 'bounces >= 50' },
  { ...reputation, what: 'une plainte suffit', from: 'then 2 else 1', to: 'then 1 else 1' },
  { ...reputation, what: 'plaintes ignorées', from: 'messages * 0.0008', to: 'messages * 9' },
  { ...bounce, ...admin },
  { ...bounce, what: 'même ce qui n’est pas parti', from: "and status in ('envoyé', 'incertain')", to: '' },
  { ...reply, ...admin },
  { ...reply, what: 'jamais retirée', from: 'case when replied then', to: 'case when true then' },
  {
    ...due,
    what: 'le dimanche aussi',
    from: 'while not private.is_business_day(due::date) loop',
    to: 'while false loop',
  },
  { ...due, what: 'à l’heure de Greenwich', from: /America\/Toronto/g, to: 'UTC' },
  { ...workday, what: 'Pâques oublié', from: /and day <> private\.easter[^\n]*\n/, to: '\n' },
  {
    ...workday,
    what: 'les fêtes fixes oubliées',
    from: "not in ('01-01', '12-25', '06-24', '07-01')",
    to: "not in ('01-01', '06-24', '07-01')",
  },
  {
    ...workday,
    what: 'les fêtes du dimanche perdues',
    from: "to_char(day - 1, 'MM-DD') in ('06-24', '07-01')",
    to: 'false',
  },
  {
    ...workday,
    what: 'l’Action de grâces une semaine trop tôt',
    from: "'10-08' and '10-14'",
    to: "'10-01' and '10-07'",
  },
  { ...refusal, what: 'qui a répondu', from: 'when send.replied_at is not null', to: 'when false' },
  {
    ...refusal,
    what: 'qui n’est plus à relancer',
    from: "when contact.status not in ('nouveau', 'contacté')",
    to: 'when false',
  },
  {
    ...refusal,
    what: 'une autre adresse',
    from: 'when lower(contact.email) is distinct from lower(send.recipient_email)',
    to: 'when false',
  },
  {
    ...refusal,
    what: 'sans la loi',
    from: 'else public.may_email(contact.id, greatest(now(), due_at))',
    to: 'else null',
  },
  { ...refusal, what: 'si tard que ce soit', from: "interval '7 days'", to: "interval '9 years'" },
  {
    ...refusal,
    what: 'qui s’est plaint sans le dire',
    from: 'when send.complained_at is not null',
    to: 'when false',
  },
  {
    ...refusal,
    what: 'adresse en erreur sans le dire',
    from: 'when send.bounced_at is not null',
    to: 'when false',
  },
  { ...second, what: 'sans l’option', from: 'where campaign.auto_followup and', to: 'where' },
  {
    ...second,
    what: 'avant son jour',
    from: /and send\.finished_at <= now\(\) -[\s\S]*?followup_days\) <= now\(\)\n/,
    to: '',
  },
  { ...second, what: 'annulée aussi', from: 'campaign.cancelled_at is null and', to: '' },
  {
    ...second,
    what: 'sans rouvrir',
    from: "set status = 'en_cours', finished_at = null",
    to: 'set finished_at = null',
  },
  {
    ...second,
    what: 'toujours le premier texte',
    from: 'where id = owner.followup_template_id',
    to: 'where false',
  },
  {
    ...second,
    what: 'la raison oubliée',
    from: 'set followup_refusal = left(refusal, 200)',
    to: 'set followup_refusal = null',
  },
  {
    ...stop,
    what: 'ce qui attend part',
    from: "second.step = 1 and second.status = 'programmé'",
    to: 'false',
  },
  { ...stop, what: 'ce qui est en route aussi', from: 'and second.lease_token is null', to: '' },
  { ...stop, what: 'pour tous au lieu d’une', from: 'if send is null then', to: 'if true then' },
  { ...copy, what: 'sans registre', from: /insert into public\.privacy_register[^;]*;/, to: '' },
  { ...copy, what: 'avec le jeton', from: "- 'unsubscribe_token'", to: '' },
  { ...erase, ...admin },
  { ...erase, what: 'le texte reste', from: "subject = '(effacé)', body = '(effacé)',", to: '' },
  { ...erase, what: 'sans l’empreinte', from: /recipient_hash = coalesce\([^\n]*\n/, to: '\n' },
  {
    ...erase,
    what: 'ce qui attend part',
    from: "when s.status not in ('programmé', 'brouillon') then s.status",
    to: 'when true then s.status',
  },
  { ...erase, what: 'le consentement reste', from: /delete from public\.consent_events[^;]*;/, to: '' },
  { ...erase, what: 'la demande reste', from: 'private.anonymise_quotes(quotes)', to: '0' },
  { ...erase, what: 'sans registre', from: /insert into public\.privacy_register[^;]*;/, to: '' },
  { ...retention, what: 'plusieurs fois par jour', from: 'if exists (', to: 'if false and exists (' },
  { ...retention, what: 'les acceptés aussi', from: "where status = 'rejected' and", to: 'where' },
  {
    ...retention,
    what: 'les demandes ouvertes aussi',
    from: "where status in ('répondu', 'archivé') and",
    to: 'where',
  },
  { ...retention, what: 'sans anonymiser', from: 'perform private.anonymise_quotes(old_quotes);', to: '' },
  { ...preview, what: 'les acceptés aussi', from: "where status = 'rejected' and", to: 'where' },
  {
    ...law,
    what: 'publié après un retrait',
    from: "and events.basis not in ('published', 'disclosed')",
    to: '',
  },
  {
    ...law,
    what: 'retraits levés encore',
    from: 'private.standing_suppressions()',
    to: 'public.suppressions',
  },
];
