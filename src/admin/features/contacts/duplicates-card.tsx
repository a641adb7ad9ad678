import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Contact } from '@/admin/data/contacts/contact-list';
import { duplicates } from '@/admin/data/contacts/duplicates';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { paths } from '@/shared/lib/admin-paths';
import { Button } from '@/shared/ui/button';
import { MergeContactsDialog } from './merge-contacts-dialog';

/** The contacts that may be the same person as this one; nothing while there is none. */
export function DuplicatesCard({ contact }: { contact: Contact }) {
  const { data } = useQuery(duplicates.of(contact));
  const [comparedTo, setComparedTo] = useState<string>();
  if (!data || data.length === 0) return null;
  return (
    <section aria-labelledby="doublons" className="rounded-xl border border-amber-ink/30 bg-amber-pale p-5">
      <h2 id="doublons" className="text-lg font-semibold">
        Doublon possible
      </h2>
      <ul className="mt-2 space-y-3">
        {data.map(({ other, reason }) => (
          <li key={other.id}>
            <Link className="font-medium underline wrap-anywhere" to={paths.admin.contact.href(other.id)}>
              {other.name}
            </Link>
            <p className="text-sm wrap-anywhere">
              {[reason, other.company, other.email].filter(Boolean).join(' · ')}
            </p>
            <AdminsOnly>
              <Button className="mt-1.5" size="sm" variant="outline" onClick={() => setComparedTo(other.id)}>
                Comparer et réunir
              </Button>
            </AdminsOnly>
          </li>
        ))}
      </ul>
      {comparedTo && (
        <MergeContactsDialog
          keptId={contact.id}
          otherId={comparedTo}
          onClose={() => setComparedTo(undefined)}
        />
      )}
    </section>
  );
}
