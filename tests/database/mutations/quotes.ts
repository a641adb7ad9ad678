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
  { ...answer, what: 'of what was replaced', from: 'q.revision > known.revision', to: 'false' },
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
  { ...move, what: 'a sent quote', from: "q.status <> 'brouillon'", to: 'false' },
];
