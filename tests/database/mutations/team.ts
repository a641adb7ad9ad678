import type { FunctionMutation } from './function-mutation.ts';

const objects = ['user_roles'];
const member = { function: 'private.is_member', objects: ['contacts', 'user_roles'], hints: ['reader'] };
const claim = { function: 'public.claim_studio', objects, hints: ['claim'] };
const change = { function: 'private.begin_role_change', objects, hints: ['administrator', 'roles moved'] };
const last = { function: 'private.keep_an_administrator', objects, hints: ['last administrator'] };
const accept = { function: 'public.accept_invitation', objects, hints: ['invitation'] };
const invite = { function: 'public.invite_member', objects, hints: ['invitation'] };
const leave = { function: 'public.claim_due_invitation', objects, hints: ['may have left'] };
const finish = { function: 'public.finish_invitation', objects, hints: ['may have left', 'withdrawn'] };
const trace = { function: 'private.record_activity', objects: ['activity_log'], hints: ['who did what'] };
const back = { ...trace, objects: ['trash'], hints: ['restored'] };
const demo = { function: 'public.empty_demo_studio', objects, hints: ['demo studio'] };

/** The team: claim, roles, invitations, and the record of who did what. */
export const teamFunctionMutations: FunctionMutation[] = [
  { ...member, what: 'any signed-in user', from: 'user_id = auth.uid() and', to: '' },
  { ...member, what: 'without the second factor', from: 'and private.has_given_second_factor()', to: '' },
  {
    ...{ ...member, what: 'administrators alone' },
    from: "role in ('admin', 'reader')",
    to: "role = 'admin'",
  },
  { ...claim, what: 'over an administrator', from: /if exists \([\s\S]*?'taken';\s*end if;/, to: '' },
  { ...claim, what: 'one at a time no more', from: 'perform pg_advisory_xact_lock(48, 0);', to: '' },
  { ...claim, what: 'tries without an end', from: 'claim.wrong_tries >= 5', to: 'false' },
  {
    ...claim,
    what: 'tries not counted',
    from: 'wrong_tries = wrong_tries + 1',
    to: 'wrong_tries = wrong_tries',
  },
  {
    ...claim,
    what: 'by an unproven address',
    from: 'private.confirmed_email(auth.uid()) is null',
    to: 'false',
  },
  { ...claim, what: 'with an expired code', from: 'or claim.expires_at <= now()', to: '' },
  { ...claim, what: 'a code that serves twice', from: 'set used_at = now()', to: 'set used_at = null' },
  { ...change, what: 'by anyone', from: /perform private\.require_admin\(\);/g, to: '' },
  { ...change, what: 'one at a time no more', from: 'perform pg_advisory_xact_lock(48, 0);', to: '' },
  {
    ...{ ...change, what: 'the role asked before the lock alone' },
    from: /(?<=lock\(48, 0\);\s*)perform private\.require_admin\(\);/,
    to: '',
  },
  { ...last, what: 'the last one goes', from: 'and user_id <> leaving', to: '' },
  {
    ...{ ...accept, what: 'by another account' },
    from: 'private.confirmed_email(auth.uid()) is distinct from invitation.email',
    to: 'false',
  },
  { ...accept, what: 'after it was withdrawn', from: 'and revoked_at is null', to: '' },
  { ...accept, what: 'after it expired', from: 'and expires_at > now()', to: '' },
  { ...accept, what: 'twice', from: 'accepted_at is null', to: 'true' },
  { ...invite, what: 'without a limit', from: '>= 20', to: '>= 20000' },
  { ...invite, what: 'a member', from: 'where lower(people.email) = address', to: 'where false' },
  {
    ...leave,
    what: 'a lost message goes again',
    from: "mail_state = 'incertain', lease_token",
    to: 'lease_token',
  },
  {
    ...finish,
    what: 'what may have arrived goes again',
    from: "or outcome = 'retry' and arrival_possible",
    to: '',
  },
  { ...finish, what: 'without the lease', from: 'and lease_token = token', to: '' },
  {
    ...{ ...trace, what: 'of anyone signed in' },
    from: /or tg_table_name <> 'user_roles' and not exists \(.*\)$/m,
    to: '',
  },
  { ...trace, what: 'row by row', from: '> most_rows', to: '> 100000' },
  {
    ...trace,
    what: 'without who',
    from: 'select auth.uid(), tg_table_name',
    to: 'select null::uuid, tg_table_name',
  },
  { ...back, what: 'a restore is an addition', from: "then 'restored' else", to: "then 'created' else" },
  { ...demo, what: 'by anyone', from: 'perform private.require_admin();', to: '' },
  { ...demo, what: 'to the trash', from: "'app.trash', 'on'", to: "'app.trash', ''" },
  { ...demo, what: 'what people added too', from: 'demo.row_id = gone.id::text', to: 'true' },
];
