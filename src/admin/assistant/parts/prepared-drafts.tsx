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
export const PreparedDrafts = () => <Prepared titleOf={draftTitle} />;

/** The newest drafts, and where the others are. */
export const NewestDrafts = () => <Prepared titleOf={draftTitle} most={5} className="mt-4" />;

const DraftsOf = ({ kind, id }: Omit<DraftTarget, 'name'>) => (
  <Prepared titleOf={ownTitle} isShown={({ target }) => target?.kind === kind && target.id === id} />
);

/** Links to the drafts that an assistant prepared for oneself; renders nothing without any. */
function Prepared({
  titleOf,
  isShown = () => true,
  most,
  className = '',
}: {
  titleOf: (draft: Draft) => string;
  isShown?: (draft: Draft) => boolean;
  most?: number;
  className?: string;
}) {
  const id = useId();
  const isReadOnly = useIsReadOnly();
  const { data = [] } = useQuery({ ...drafts.waiting(), enabled: !isReadOnly });
  const all = data.filter(isShown);
  const shown = all.slice(0, most);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby={id} className={`rounded-xl border border-line bg-paper p-5 ${className}`}>
      <h2 id={id} className="mb-1 flex items-center gap-2 text-lg font-semibold">
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
              {titleOf(draft)}
            </Link>
          </li>
        ))}
      </ul>
      {shown.length < all.length && (
        <Link
          to={assistantPaths.keys.href()}
          className="mt-2 inline-block text-sm underline underline-offset-4"
        >
          Voir les {all.length} brouillons
        </Link>
      )}
    </section>
  );
}

/** Names a draft on the screen of its record: what it is, and about what. */
function ownTitle({ kind, content }: Draft): string {
  const { name, title, subject } = content as Partial<Record<'name' | 'title' | 'subject', string>>;
  const own = name ?? title ?? subject;
  return `${draftKinds[kind]}${own ? `\u00a0: ${own}` : ''}`;
}

/** Names a draft: what it is, about what, and of which record. */
export const draftTitle = (draft: Draft): string =>
  [ownTitle(draft), draft.target?.name].filter(Boolean).join(', ');

/** Addresses of the records that drafts are about. */
export const recordHref: Record<DraftTarget['kind'], (id: string) => string> = {
  contact: contactPaths.one.href,
  quote_request: requestPaths.one.href,
  trip_plan: tripPaths.one.href,
};
