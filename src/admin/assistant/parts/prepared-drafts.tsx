import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { contactPaths } from '@/admin/contacts/paths';
import { requestPaths } from '@/admin/requests/paths';
import { tripPaths } from '@/admin/trips/paths';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { type Draft, type DraftTarget, draftKinds, drafts } from '../data/drafts';
import { assistantPaths } from '../paths';

/** The drafts about a request. */
export const DraftsOfRequest = ({ id }: { id: string }) => <DraftsOf kind="quote_request" id={id} />;

/** The drafts about a contact. */
export const DraftsOfContact = ({ id }: { id: string }) => <DraftsOf kind="contact" id={id} />;

/** The drafts about a trip. */
export const DraftsOfTrip = ({ id }: { id: string }) => <DraftsOf kind="trip_plan" id={id} />;

/** All the drafts. */
export const PreparedDrafts = () => <Prepared isShown={() => true} />;

const DraftsOf = ({ kind, id }: Omit<DraftTarget, 'name'>) => (
  <Prepared isShown={({ target }) => target?.kind === kind && target.id === id} />
);

/** Links to the drafts that an assistant prepared for oneself; renders nothing without any. */
function Prepared({ isShown }: { isShown: (draft: Draft) => boolean }) {
  const id = useId();
  const isReadOnly = useIsReadOnly();
  const { data = [] } = useQuery({ ...drafts.waiting(), enabled: !isReadOnly });
  const shown = data.filter(isShown);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-paper p-3 sm:p-4">
      <h2 id={id} className="flex items-center gap-2 font-semibold">
        <Sparkles aria-hidden="true" className="size-4" />
        Préparé par l’assistant
      </h2>
      <ul className="divide-y divide-line">
        {shown.map((draft) => (
          <li key={draft.id} className="py-2">
            <Link
              to={assistantPaths.draft.href(draft.id)}
              className="underline underline-offset-4 wrap-anywhere"
            >
              {draftTitle(draft)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Names a draft: what it is, and of whom or about what. */
export function draftTitle({ kind, content, target }: Draft): string {
  const own = 'name' in content ? content.name : 'title' in content ? content.title : undefined;
  return [`${draftKinds[kind]}${own ? `\u00a0: ${own}` : ''}`, target?.name].filter(Boolean).join(', ');
}

/** Addresses of the records that drafts are about. */
export const recordHref: Record<DraftTarget['kind'], (id: string) => string> = {
  contact: contactPaths.one.href,
  quote_request: requestPaths.one.href,
  trip_plan: tripPaths.one.href,
};
