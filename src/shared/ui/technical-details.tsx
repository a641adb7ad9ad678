import { splitDetails } from '@contract/technical-details.ts';
import type { ReactNode } from 'react';

/** What only whoever installed the product reads, folded until it is asked for. */
export function TechnicalDetails({ children }: { children: ReactNode }) {
  return (
    <details className="mt-1 text-sm">
      <summary className="cursor-pointer">Détails techniques</summary>
      <div className="wrap-anywhere">{children}</div>
    </details>
  );
}

/** A message of the server: its sentence, and its technical part folded. */
export function TechnicalText({ text }: { text: string }) {
  const { sentence, details } = splitDetails(text);
  if (!details) return sentence;
  return (
    <>
      {sentence}
      <TechnicalDetails>{details}</TechnicalDetails>
    </>
  );
}
