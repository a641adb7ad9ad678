import type { FunctionMutation } from './function-mutation.ts';

const objects = ['trash'];
const asAnyone = 'trash · visitor, signed-in user';
const admin = { from: /PERFORM private\.require_admin\(\);/i, to: '', hints: [asAnyone] };
const move = { function: 'public.move_to_trash', objects };
const keep = { function: 'private.keep_in_trash', objects };
const put = { function: 'private.put_in_trash', objects };
const back = { function: 'private.put_back', objects };
const restore = { function: 'public.restore_from_trash', objects };
const destroy = { function: 'public.delete_from_trash', objects };
const pictures = { function: 'private.trashed_pictures', objects };
const old = { function: 'private.empty_old_trash', objects };
const touched = { function: 'private.set_updated_at', objects };
const erase = { function: 'private.erase_from_trash', objects };
const known = { function: 'private.trashed_addresses', objects };

/** Moving rows to the trash and back. */
export const trashFunctionMutations: FunctionMutation[] = [
  { ...move, what: 'by any signed-in user', ...admin },
  { ...move, what: 'any table', from: 'kind is null or', to: 'kind is null and' },
  { ...keep, what: 'a plain delete is final', from: 'auth.uid() is not null', to: 'false' },
  { ...keep, what: 'our own server fills it', from: 'auth.uid() is not null', to: 'true' },
  { ...put, what: 'what goes along is forgotten', from: 'level < 10', to: 'level < 0' },
  { ...put, what: 'what the deletion empties is forgotten', from: 'if link.is_cascade', to: 'if true' },
  {
    ...back,
    what: 'a waiting message leaves',
    from: 't.status not in',
    to: 't.status is not null or t.status in',
  },
  { ...back, what: 'a waiting acknowledgement leaves', from: "state = 'en_attente' and", to: 'false and' },
  { ...back, what: 'rows that lost a parent stop it', from: 'not fk.is_cascade', to: 'false' },
  {
    ...back,
    what: 'triggers act',
    from: "set_config('app.trash', 'on', true)",
    to: "set_config('app.trash', '', true)",
  },
  { ...restore, what: 'by any signed-in user', ...admin },
  {
    ...restore,
    what: 'one that cannot come back stops all',
    from: 'exception when integrity_constraint_violation',
    to: 'exception when division_by_zero',
  },
  { ...destroy, what: 'by any signed-in user', ...admin },
  {
    ...destroy,
    what: 'everything',
    hints: [asAnyone],
    from: 'delete from public.trash where id = any (ids)',
    to: 'delete from public.trash',
  },
  { ...pictures, what: 'of tours alone', from: ", 'email_templates'", to: '' },
  { ...old, what: 'everything at once', from: "interval '30 days'", to: "interval '0 days'" },
  { ...old, what: 'never', from: "interval '30 days'", to: "interval '90 days'" },
  { ...touched, what: 'a restore is an edit', from: "is distinct from 'on'", to: "is distinct from 'off'" },
  { ...erase, what: 'prospects of a deleted trip stay', from: 'r.content = theirs.content', to: 'false' },
  { ...known, what: 'an earlier address is not suppressed', from: 'is not null', to: 'is null' },
];
