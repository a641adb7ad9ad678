import type { ReactNode } from 'react';

/** One part of a long form, with its title. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-xl border border-line bg-paper p-5 sm:p-6">
      <h2 className="mb-5 text-lg font-bold">{title}</h2>
      <div className="space-y-5">{children}</div>
    </section>
  );
}
