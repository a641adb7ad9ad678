import type { FunctionMutation } from './function-mutation.ts';

const objects = ['contacts', 'quote_requests', 'virtual_tours'];
const undo = { function: 'public.undo_status', objects };
const request = { function: 'private.record_request_change', objects: ['quote_requests'] };
const history = { function: 'private.record_contact_status', objects: ['contacts'] };

/** « Annuler » after a change of status. */
export const undoFunctionMutations: FunctionMutation[] = [
  { ...undo, what: 'over a later change of a contact', from: 'and c.status = given', to: '' },
  { ...undo, what: 'over a later change of a tour', from: 'and t.status = given', to: '' },
  { ...undo, what: 'of an anonymised request', from: 'and q.anonymised_at is null', to: '' },
  { ...history, what: 'an old change is forgotten', from: "interval '1 minute'", to: "interval '9 years'" },
  { ...history, what: 'a change taken back is kept', from: 'old_status = new.status', to: 'false' },
  {
    ...request,
    what: 'nobody did it',
    from: 'old.status, new.status, auth.uid()',
    to: 'old.status, new.status, null',
  },
  { ...request, what: 'an old change is forgotten', from: /interval '1 minute'/g, to: "interval '9 years'" },
  { ...request, what: 'a change taken back is kept', from: 'old_value = new.status', to: 'false' },
  {
    ...{ ...request, what: 'an outcome taken back is kept' },
    from: 'new.outcome is null and old_value is null',
    to: 'false',
  },
];
