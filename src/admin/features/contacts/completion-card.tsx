import { useMutation } from '@tanstack/react-query';
import { BookOpen, Search } from 'lucide-react';
import { completable, contactCompletion } from '@/admin/data/contacts/contact-completion';
import type { Contact } from '@/admin/data/contacts/contact-list';
import { hasUnsavedText } from '@/admin/lib/unsaved-text';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { Button } from '@/shared/ui/button';

const civic = ['municipalité', 'mrc'];

/**
 * What a contact lacks to be reached, and the two ways to look for it. Nothing is shown for a contact that lacks nothing.
 *
 * @param onCompleted when the form may show what was filled: it keeps what is being typed
 */
export function CompletionCard({ contact, onCompleted }: { contact: Contact; onCompleted: () => void }) {
  const search = useMutation(contactCompletion.search(contact));
  const register = useMutation(contactCompletion.fromRegister(contact));
  const lacks = (['email', 'phone', 'website'] as const).filter((field) => !contact[field]);
  if (lacks.length === 0) return null;
  const isBusy = search.isPending || register.isPending;
  const shown = { onSuccess: () => !hasUnsavedText() && onCompleted() };
  return (
    <AdminsOnly>
      <section aria-labelledby="a-completer" className="rounded-xl border border-line bg-paper p-5">
        <h2 id="a-completer" className="text-lg font-semibold">
          Coordonnées manquantes
        </h2>
        <p className="mt-1 text-sm text-slate">
          Il manque{'\u00a0'}: {lacks.map((field) => completable[field]).join(', ')}. Ce qui est trouvé
          remplit les champs vides, avec sa source.
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="outline"
            pending={search.isPending}
            onClick={() => isBusy || search.mutate(undefined, shown)}
          >
            <Search aria-hidden="true" className="size-4" />
            Rechercher
          </Button>
          {civic.includes(contact.sector) && (
            <Button
              size="sm"
              variant="outline"
              pending={register.isPending}
              onClick={() => isBusy || register.mutate(undefined, shown)}
            >
              <BookOpen aria-hidden="true" className="size-4" />
              Compléter par le répertoire
            </Button>
          )}
        </div>
      </section>
    </AdminsOnly>
  );
}
