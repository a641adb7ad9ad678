import type { FunctionMutation } from './function-mutation.ts';

const objects = ['quotes'];
const guard = {
  ...{ what: 'for any signed-in user', from: /perform private\.require_admin\(\);/i, to: '' },
  ...{ objects, hints: ['quotes · functions'] },
};
const of = (name: string, ...hints: string[]) => ({ function: name, objects, hints });
const send = of('public.send_quote', 'quotes · sending', 'quotes · numbers', 'quotes · sent');
const answer = of('public.record_quote_answer', 'quotes · answers', 'quotes · revision');
const revise = of('public.revise_quote', 'quotes · revision');
const totals = of('private.quote_totals', 'quotes · totals');
const expire = of('public.expire_quotes', 'quotes · expiry');
const erase = of('private.erase_from_quotes', 'quotes · a person erased');
const accept = of(
  'public.accept_quote',
  'accepted with',
  'wrong codes',
  'what an acceptance',
  'closed quotes',
);
const code = of('public.send_quote_code', 'wrong codes', 'closed quotes');
const client = of('private.is_public_client', 'who is a public client');
const way = of('private.accepts_by', 'how a quote is accepted', 'a company or a citizen');
const faults = of('private.acceptance_faults', 'a public client', 'a company or a citizen');
const move = of('public.move_to_trash', 'quotes · sent');

/** Quotes: numbers, cents, and what stays once it was sent. */
export const quoteFunctionMutations: FunctionMutation[] = [
  ...['create_quote', 'duplicate_quote', 'revise_quote', 'send_quote', 'record_quote_answer'].map((name) => ({
    function: `public.${name}`,
    ...guard,
  })),
  { ...send, what: 'twice', from: "draft.status <> 'brouillon'", to: 'false' },
  { ...send, what: 'over what was not read', from: 'draft.updated_at is distinct from read_at', to: 'false' },
  { ...send, what: 'whatever is missing', from: 'refusal is not null', to: 'false' },
  { ...send, what: 'the number after next', from: 'known.last + 1', to: 'known.last + 2' },
  {
    ...send,
    what: 'over an accepted one',
    from: "('envoyé', 'refusé', 'expiré')",
    to: "('envoyé', 'accepté')",
  },
  { ...send, what: 'the earlier one stays open', from: "status = 'remplacé'", to: "status = 'envoyé'" },
  { ...revise, what: 'a second draft', from: 'if made is not null', to: 'if false' },
  {
    ...revise,
    what: 'what is accepted',
    from: "('envoyé', 'refusé', 'expiré')",
    to: "('envoyé', 'brouillon', 'accepté')",
  },
  { ...answer, what: 'without a reason', from: /btrim\(coalesce\(reason, ''\)\) = ''/i, to: 'false' },
  {
    ...of('private.keep_lobbying_ground', 'an unasked quote'),
    ...{ what: 'never asked', from: 'not private.lacks_lobbying_ground(q)', to: 'true' },
  },
  {
    ...of('private.lacks_lobbying_ground', 'an unasked quote'),
    ...{ what: 'though it was asked for', from: 'q.request_id is null and', to: '' },
  },
  {
    ...of('public.record_paper_acceptance', 'on paper with its scan'),
    ...{ what: 'any scan', from: "answer ->> 'resolutionPath' is not null", to: 'false' },
  },
  {
    ...of('public.record_quote_answer', 'quotes · on paper'),
    ...{ what: 'the acceptance stands', from: 'reversed_at = now()', to: 'reversed_at = null' },
  },
  {
    ...of('private.keep_sent_quote', 'quotes · sent'),
    ...{
      what: 'the amounts move',
      from: 'moving is distinct from',
      to: 'moving is null and to_jsonb(new) is distinct from',
    },
  },
  {
    ...of('private.keep_sent_quote', 'quotes · sent'),
    ...{ what: 'a draft again', from: "or new.status = 'brouillon'", to: '' },
  },
  {
    ...of('private.follow_tax_status', 'quotes · sent'),
    ...{ what: 'drafts keep their taxes', from: "status = 'brouillon' and", to: 'false and' },
  },
  { ...totals, what: 'TVQ on TPS', from: 'taxable * 9975', to: '(taxable + gst) * 9975' },
  { ...totals, what: 'half a cent down', from: '9975 + 50000', to: '9975 + 49999' },
  { ...totals, what: 'a small supplier charges', from: "tax_status = 'registered'", to: 'true' },
  {
    ...totals,
    what: 'below zero',
    from: 'least(subtotal, greatest(discount_value, 0))',
    to: 'discount_value',
  },
  { ...expire, what: 'on its last day', from: 'q.valid_until <', to: 'q.valid_until <=' },
  { ...expire, what: 'what is accepted', from: "q.status = 'envoyé' and", to: "q.status <> 'expiré' and" },
  { ...erase, what: 'a contract too', from: /and not private\.is_contract\(q\)\s*\)\)/i, to: '))' },
  {
    ...of('private.is_contract', 'quotes · a person erased'),
    ...{ what: 'a year less', from: "interval '7 years'", to: "interval '5 years'" },
  },
  {
    ...of('private.forget_old_quotes', 'quotes · a person erased'),
    ...{ what: 'never', from: "interval '7 years'", to: "interval '70 years'" },
  },
  ...['email_quote', 'quote_link', 'record_paper_acceptance', 'create_trip_from_quote'].map((name) => ({
    function: `public.${name}`,
    ...guard,
  })),
  { ...accept, what: 'twice', from: /closed := private\.closed_quote_answer\(known\);/i, to: '' },
  {
    ...accept,
    what: 'any code',
    from: 'is distinct from private.quote_code_hash',
    to: 'is null and null = private.quote_code_hash',
  },
  { ...accept, what: 'tries not counted', from: 'c.wrong_tries + 1 where', to: 'c.wrong_tries where' },
  { ...accept, what: 'six tries', from: 'integer := 5', to: 'integer := 6' },
  { ...accept, what: 'codes for ever', from: "interval '15 minutes'", to: "interval '15 years'" },
  { ...accept, what: 'an earlier code', from: 'c.created_at desc', to: 'c.created_at' },
  {
    ...accept,
    what: 'without its fields',
    from: 'coalesce(closed, faults) is not null',
    to: 'closed is not null',
  },
  { ...faults, what: 'a name alone for a council', from: "private.accepts_by(q) = 'person'", to: 'true' },
  { ...faults, what: 'a council’s power for anybody', from: "private.accepts_by(q) = 'person'", to: 'false' },
  { ...way, what: 'moves once it was sent', from: "q.snapshot #>> '{client,acceptsBy}',", to: '' },
  { ...way, what: 'whatever the studio says', from: 'q.accepts_by,', to: '' },
  {
    ...client,
    what: 'whatever was said of the person',
    from: 'person.is_public_office_holder,',
    to: 'null,',
  },
  {
    ...client,
    what: 'of no sector',
    from: 'private.holds_public_office(person.sector) is true',
    to: 'false',
  },
  { ...client, what: 'by any request', from: "and r.organization_type <> 'autre'", to: '' },
  { ...client, what: 'of no register', from: /or private\.register_code_named\(.*\) is not null/i, to: '' },
  { ...client, what: 'any village', from: '(de|du|des|d)\\M', to: '' },
  {
    ...of('public.quote_accepts_by', 'who is a public client'),
    ...{ what: 'for any signed-in user', from: 'not private.is_member()', to: 'false' },
  },
  { ...code, what: 'without end', from: ') >= 3', to: ') < 0' },
  { ...code, what: 'for a closed quote', from: 'if closed is not null', to: 'if false' },
  {
    ...of('private.code_refusal', 'wrong codes'),
    ...{ what: 'leaves late', from: "interval '15 minutes'", to: "interval '15 years'" },
  },
  {
    ...of('private.closed_quote_answer', 'closed quotes'),
    ...{ what: 'after its last day', from: "q.status <> 'envoyé' or", to: "q.status <> 'envoyé' and" },
  },
  {
    ...of('public.ask_about_quote', 'questions'),
    ...{ what: 'without end', from: ') >= 5', to: ') < 0' },
  },
  {
    ...of('public.note_quote_opened', 'questions', 'closed quotes'),
    ...{ what: 'each time', from: "e.kind = 'opened'", to: 'false' },
  },
  {
    ...of('private.follow_acceptance', 'becomes no partner'),
    ...{ what: 'who refused', from: "('refusé', 'partenaire')", to: "('partenaire')" },
  },
  {
    ...of('private.anonymise_sent_quotes', 'quotes · a person erased'),
    ...{
      what: 'acceptances stay',
      from: 'delete from public.quote_acceptances where quote_id = any (ids);',
      to: '',
    },
  },
  {
    ...of('public.keep_quote_pdf', 'e-mailed'),
    ...{ what: 'another digest', from: 'and link.pdf_sha256 is null', to: '' },
  },
  {
    ...of('public.email_quote', 'e-mailed'),
    ...{ what: 'to an address that bounced', from: 'if refusal is not null', to: 'if false' },
  },
  { ...move, what: 'a sent quote', from: "q.status <> 'brouillon'", to: 'false' },
];
