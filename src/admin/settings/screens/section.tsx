import type { ReactNode } from 'react';

/**
 * A part of a form of the settings.
 *
 * @param id where links lead to
 */
export function Section({
  id,
  title,
  text,
  children,
}: {
  id?: string;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-label={title}
      className="scroll-mt-20 space-y-5 rounded-xl border border-line bg-paper p-5"
    >
      <div>
        <h2 className="text-lg font-semibold">{title}</h2>
        <p className="mt-1 max-w-prose text-sm text-slate">{text}</p>
      </div>
      {children}
    </section>
  );
}
