import type { ReactNode } from 'react';

/** A part of a form of the settings. */
export function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="space-y-5 rounded-xl border border-line bg-paper p-5">
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 max-w-prose text-sm text-slate">{text}</p>
      </div>
      {children}
    </section>
  );
}
