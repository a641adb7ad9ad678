import { type ReactNode, useId } from 'react';
import type { personalRecord } from '@/site/data/personal-record';

/** The reads and the changes of one person's record. */
export type Api = ReturnType<typeof personalRecord>;

/** A card of « Ma fiche » under its own title. */
export function RecordSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 space-y-4 rounded-2xl border border-line bg-paper p-5 sm:p-6"
    >
      <h2 id={id} className="text-2xl font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}
