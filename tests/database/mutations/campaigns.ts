import type { FunctionMutation } from './function-mutation.ts';

const objects = ['email_sends', 'campaigns'];
const create = { function: 'public.create_campaign', objects, hints: ['créer ce', 'créer ·'] };
const lock = { function: 'private.lock_campaign', objects, hints: ['piloter'] };
const pause = { function: 'public.pause_campaign', objects, hints: ['suspendre'] };
const resume = { function: 'public.resume_campaign', objects, hints: ['24 heures', 'suspendre'] };
const cancel = { function: 'public.cancel_campaign', objects, hints: ['annuler'] };
const retry = { function: 'public.retry_failed_sends', objects, hints: ['reprendre les', 'annuler'] };
const resolve = { function: 'public.resolve_uncertain_send', objects, hints: ['lever un doute'] };
const move = { function: 'public.reschedule_campaign', objects, hints: ['à son heure'] };
const claim = {
  function: 'public.claim_email_sends',
  objects,
  hints: [
    'un message pris',
    'plafond',
    'navigateur',
    'expéditeur',
    'disparaît',
    'désabonné',
    'identité',
    'heures calmes',
    'suspendre',
    'à son heure',
  ],
};
const finish = {
  function: 'public.finish_email_send',
  objects,
  hints: ['chaque issue', 'terminer avec', 'reprises', 'annuler'],
};
const doubt = { function: 'private.give_up_doubtful_sends', objects, hints: ['disparaît'] };
const start = {
  function: 'private.start_due_campaigns',
  objects,
  hints: ['à son heure', '24 heures', 'heures calmes'],
};
const close = { function: 'private.close_campaign', objects, hints: ['chaque issue'] };
const refusal = {
  function: 'private.send_refusal',
  objects,
  hints: ['seul destinataire', 'entre la création'],
};
const fill = { function: 'private.fill_template', objects, hints: ['remplacer'] };
const unknown = { function: 'private.unknown_variable', objects, hints: ['créer ce'] };
const today = { function: 'private.sent_today', objects, hints: ['plafond'] };
const quiet = { function: 'private.is_quiet', objects, hints: ['heures calmes'] };
const identity = { function: 'private.sender_identity', objects, hints: ['identité incomplète', 'créer ce'] };
const law = {
  function: 'private.email_refusals',
  objects,
  hints: ['seul destinataire', 'entre la création'],
};
const admin = /PERFORM private\.require_admin\(\);/i;

/** Campaigns: their creation, their steering, and the sender's claims. */
export const campaignFunctionMutations: FunctionMutation[] = [
  { ...create, what: 'par tout connecté', from: admin, to: '' },
  { ...create, what: 'sans regarder qui peut recevoir', from: 'or refusal.reason is not null', to: '' },
  {
    ...create,
    what: 'tous les statuts',
    from: "contact.status not in ('nouveau', 'contacté', 'intéressé')",
    to: 'false',
  },
  { ...create, what: 'tout expéditeur', from: 'wanted.from_email = any (verified_senders)', to: 'true' },
  { ...create, what: 'sans identité', from: 'if private.sender_identity() is null', to: 'if false' },
  { ...create, what: 'une date passée', from: 'or wanted.send_date <= now()', to: '' },
  { ...create, what: 'variables inconnues', from: 'if example is not null', to: 'if false' },
  { ...create, what: 'sans contact', from: 'if cardinality(chosen) = 0', to: 'if false' },
  { ...lock, what: 'par tout connecté', from: admin, to: '' },
  { ...pause, what: 'sans effet', from: 'where id = held.id', to: 'where false and id = held.id' },
  { ...resume, what: 'sans effet', from: 'where id = held.id', to: 'where false and id = held.id' },
  { ...resume, what: 'garde la date passée', from: 'greatest(send_date, now())', to: 'send_date' },
  { ...cancel, what: 'ce qui est en route aussi', from: 'and lease_token is null', to: '' },
  {
    ...cancel,
    what: 'un doute devient annulé',
    from: "when may_have_arrived then 'incertain'",
    to: "when false then 'incertain'",
  },
  { ...cancel, what: 'sans le noter', from: 'coalesce(cancelled_at, now())', to: 'null' },
  { ...cancel, what: 'sans fermer', from: 'perform private.close_campaign(held.id);', to: '' },
  { ...retry, what: 'même annulée', from: 'if held.cancelled_at is not null', to: 'if false' },
  { ...retry, what: 'ce qui est parti aussi', from: "status = 'échec'", to: "status in ('échec', 'envoyé')" },
  {
    ...retry,
    what: 'sans rouvrir',
    from: "set status = 'en_cours', finished_at = null",
    to: 'set finished_at = null',
  },
  { ...resolve, what: 'ce qui est parti aussi', from: "and status = 'incertain'", to: '' },
  { ...resolve, what: 'sans bouger le contact', from: "set status = 'contacté'", to: 'set name = name' },
  { ...move, what: 'même partie', from: "if held.status <> 'programmé'", to: 'if false' },
  { ...move, what: 'dans le passé', from: 'or new_date <= now()', to: '' },
  { ...claim, what: 'sans bail', from: "interval '60 seconds'", to: "interval '0'" },
  { ...claim, what: 'un bail d’une heure', from: "interval '60 seconds'", to: "interval '1 hour'" },
  {
    ...claim,
    what: 'le même jeton pour tous',
    from: 'lease_token = gen_random_uuid()',
    to: "lease_token = '00000000-0000-4000-8000-000000000000'",
  },
  { ...claim, what: 'sans file', from: 'perform pg_advisory_xact_lock(30, 0);', to: '' },
  { ...claim, what: 'sans redemander', from: 'if refusal is not null then', to: 'if false then' },
  {
    ...claim,
    what: 'un refus ne ferme rien',
    from: 'perform private.close_campaign(taken.campaign_id);',
    to: '',
  },
  { ...claim, what: 'sans identité', from: 'if who is null then', to: 'if false then' },
  { ...claim, what: 'plafond oublié', from: 'and left_today > 0', to: '' },
  { ...claim, what: 'plafond non décompté', from: 'left_today := left_today - 1;', to: '' },
  {
    ...claim,
    what: 'une campagne en pause aussi',
    from: /campaign\.paused_at is null/g,
    to: 'true',
  },
  { ...claim, what: 'sans attendre le navigateur', from: 'campaign.driven_until is null or', to: 'true or' },
  {
    ...claim,
    what: 'le navigateur ne prévient pas',
    from: "set driven_until = now() + interval '15 seconds'",
    to: 'set driven_until = driven_until',
  },
  { ...claim, what: 'heures calmes oubliées', from: 'not quiet or', to: 'true or' },
  { ...claim, what: 'heures calmes pour tous', from: 'or campaign.send_now and waiting.step = 0', to: '' },
  {
    ...claim,
    what: 'essais non comptés',
    from: 'attempts = send.attempts + 1',
    to: 'attempts = send.attempts',
  },
  {
    ...claim,
    what: 'expéditeur changeant',
    from: 'coalesce(send.from_email, sender,',
    to: 'coalesce(sender,',
  },
  {
    ...claim,
    what: 'identité changeante',
    from: 'identity = coalesce(send.identity, who)',
    to: 'identity = who',
  },
  {
    ...claim,
    what: 'un bail perdu oublié',
    from: 'send.may_have_arrived or send.lease_token is not null',
    to: 'send.may_have_arrived',
  },
  { ...finish, what: 'sans regarder le jeton', from: 'and send.lease_token = token', to: '' },
  { ...finish, what: 'neuf essais', from: 'integer := 8', to: 'integer := 9' },
  { ...finish, what: 'reprise aussitôt', from: 'power(2,', to: 'power(1,' },
  {
    ...finish,
    what: 'attendre compte',
    from: "when 'retry' then 0 else 1",
    to: "when 'retry' then 0 else 0",
  },
  {
    ...finish,
    what: 'un doute devient échec',
    from: "outcome = 'unknown' or unsure",
    to: "outcome = 'unknown'",
  },
  { ...finish, what: 'inconnu devient échec', from: "outcome = 'unknown' or unsure", to: 'unsure' },
  { ...finish, what: 'sans bouger le contact', from: "set status = 'contacté'", to: 'set name = name' },
  { ...finish, what: 'tout contact', from: "and contact.status = 'nouveau'", to: '' },
  { ...finish, what: 'sans fermer', from: 'perform private.close_campaign(held.campaign_id);', to: '' },
  { ...finish, what: 'sans suspendre', from: "if outcome = 'pause' then", to: 'if false then' },
  {
    ...finish,
    what: 'reprend une campagne annulée',
    from: "or outcome in ('retry', 'wait', 'pause') and is_cancelled",
    to: '',
  },
  {
    ...finish,
    what: 'issue inconnue acceptée',
    from: "raise invalid_parameter_value using message = 'Unknown outcome: '",
    to: "raise notice using message = 'Unknown outcome: '",
  },
  {
    ...doubt,
    what: 'reprend ce qui est peut-être arrivé',
    from: 'not (same_key_is_safe and',
    to: 'not (true and',
  },
  {
    ...doubt,
    what: 'après la mémoire du fournisseur',
    from: "interval '23 hours'",
    to: "interval '40 hours'",
  },
  { ...doubt, what: 'sans fermer', from: 'perform private.close_campaign(lost.campaign_id);', to: '' },
  { ...start, what: 'avant l’heure', from: 'and campaign.send_date <= now()', to: '' },
  { ...start, what: 'en pause aussi', from: 'and campaign.paused_at is null', to: '' },
  { ...start, what: 'si tard que ce soit', from: "interval '24 hours'", to: "interval '9 years'" },
  { ...start, what: 'la nuit aussi', from: 'if private.is_quiet(now())', to: 'if false' },
  { ...close, what: 'avant la fin', from: 'and not exists (', to: 'and true or not exists (' },
  {
    ...refusal,
    what: 'une autre adresse',
    from: 'is distinct from lower(send.recipient_email)',
    to: 'is null',
  },
  { ...refusal, what: 'sans la loi', from: 'else public.may_email(send.contact_id, now())', to: 'else null' },
  { ...fill, what: 'sans repli', from: 'private.trimmed(variable.fallback)', to: 'null' },
  {
    ...fill,
    what: 'sans élaguer',
    from: 'private.trimmed(contact_values ->> variable.name)',
    to: 'contact_values ->> variable.name',
  },
  { ...unknown, what: 'aucune', from: 'limit 1', to: 'limit 0' },
  { ...today, what: 'rien de compté', from: "status in ('envoyé', 'incertain')", to: 'false' },
  {
    ...today,
    what: 'sans ce qui est en route',
    from: "status = 'programmé' and lease_token is not null",
    to: 'false',
  },
  { ...quiet, what: 'jamais', from: 'when quiet_start < quiet_end then', to: 'when true then false and' },
  { ...identity, what: 'sans adresse postale', from: "btrim(postal_address) <> ''", to: 'true' },
  { ...identity, what: 'sans courriel', from: "contact_email <> ''", to: 'true' },
  {
    ...law,
    what: 'sans consentement',
    from: "when consent.state is null then 'Aucun consentement consigné'",
    to: '',
  },
  {
    ...law,
    what: 'consentement expiré',
    from: "when consent.state = 'expired' then 'Consentement expiré'",
    to: '',
  },
  { ...law, what: 'qui a refusé', from: /when contact\.status = 'refusé' then '[^\n]*\n/, to: '\n' },
  { ...law, what: 'qui est désabonné', from: "when consent.state = 'unsubscribed' then 'Désabonné'", to: '' },
];
