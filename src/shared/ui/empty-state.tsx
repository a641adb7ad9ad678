import type { ReactNode } from 'react';
import { AzimuthRing } from './azimuth-ring';

/** An empty list: says why and offers the next action (`children`). */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 rounded-2xl border border-dashed border-line bg-paper px-6 py-14 text-center">
      <AzimuthRing className="size-10 text-slate" />
      <p className="max-w-prose font-display text-lg font-semibold">{title}</p>
      {children}
    </div>
  );
}
