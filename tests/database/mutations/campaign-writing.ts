import type { FunctionMutation } from './function-mutation.ts';

const objects = ['email_sends', 'campaigns'];
const of = (name: string, ...hints: string[]) => ({ function: name, objects, hints });

const article = of('private.with_article', 'articles');
const afterDe = of('private.after_de', 'articles');
const afterA = of('private.after_a', 'articles');
const values = of('private.template_values', 'articles');
const signed = of('private.signed_text', 'text of one campaign');
const create = of('public.create_campaign', 'text of one campaign', 'draft');
const save = of('public.save_campaign_draft', 'draft');
const discard = of('public.discard_campaign_draft', 'draft');
const archive = of('public.archive_campaign', 'archive');
const remove = of('public.remove_campaign_recipient', 'remove one person');
const literal = of('private.literal_values', 'fill variables');
const admin = /PERFORM private\.require_admin\(\);/i;

/** What a campaign says, its drafts, its archive, and one person taken out. */
export const campaignWritingMutations: FunctionMutation[] = [
  { ...article, what: 'the register unread', from: "if contact.sector = 'municipalité'", to: 'if false' },
  {
    ...article,
    what: 'an MRC as the register writes it',
    from: "if name ~ '^MRC",
    to: "if false and name ~ '^MRC",
  },
  {
    ...afterDe,
    what: 'without contraction',
    from: "when words ~ '^[Ll]e ' then 'du '",
    to: "when false then 'du '",
  },
  { ...afterDe, what: 'every H elided', from: '|H(é|', to: '|H|H(é|' },
  { ...afterA, what: 'without contraction', from: "when words ~ '^[Ll]es '", to: 'when false' },
  { ...values, what: 'no capital', from: "'De ville', private.capitalised(", to: "'De ville', (" },
  {
    ...signed,
    what: 'twice',
    from: 'or right(private.trimmed(body), char_length(signature)) = signature',
    to: '',
  },
  {
    ...signed,
    what: 'of any sender',
    from: 'sender_signatures ->> sender',
    to: "sender_signatures ->> 'x@exemple.test'",
  },
  { ...create, what: 'the template’s text', from: 'private.trimmed(wanted.message_body)', to: 'null' },
  { ...create, what: 'as long as one likes', from: '> 5000', to: '> 50000' },
  { ...create, what: 'over another campaign', from: "where made.status = 'brouillon'", to: 'where true' },
  { ...create, what: 'the draft kept', from: ', draft = null', to: '' },
  { ...save, what: 'by any signed-in user', from: admin, to: '' },
  { ...save, what: 'over a campaign', from: "where kept.status = 'brouillon'", to: 'where true' },
  { ...discard, what: 'by any signed-in user', from: admin, to: '' },
  { ...discard, what: 'campaigns too', from: "and status = 'brouillon' and draft is not null", to: '' },
  { ...archive, what: 'one that is sending', from: 'if archived and', to: 'if false and' },
  { ...archive, what: 'for good', from: 'case when archived then now() end', to: 'now()' },
  { ...remove, what: 'what is on its way', from: 'and lease_token is null', to: '' },
  { ...remove, what: 'what may have arrived', from: 'and not may_have_arrived', to: '' },
  { ...remove, what: 'without closing', from: 'perform private.close_campaign(held.id);', to: '' },
  { ...remove, what: 'back into what is over', from: "and held.status in ('programmé', 'en_cours')", to: '' },
  { ...literal, what: 'a link is a link', from: '|\\[|\\]', to: '' },
  { ...literal, what: 'a number begins a list', from: '|^[0-9](?=[0-9]?[.)])', to: '' },
];
