import { splitDetails } from '@contract/technical-details.ts';
import type { ReactNode } from 'react';

/** Details for the person who installed the product, folded by default. */
export function TechnicalDetails({ children }: { children: ReactNode }) {
  return (
    <details className="mt-1 text-sm">
      <summary className="cursor-pointer">Détails techniques</summary>
      <div className="wrap-anywhere">{children}</div>
    </details>
  );
}

/** A message of the server, with its technical part folded. */
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
