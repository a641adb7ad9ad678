import { type ReactNode, useEffect, useRef } from 'react';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { siteConfig } from '@/shared/lib/site-config';
import { refusalOf } from '@/site/lib/refusal';

/** A link that writes to the studio. */
export function StudioEmail({ address, subject }: { address?: string | undefined; subject?: string }) {
  const to = address || siteConfig.contactEmail;
  return (
    <a
      className="font-semibold wrap-anywhere underline underline-offset-4"
      href={mailtoHref(to, subject ? { subject } : {})}
    >
      {to}
    </a>
  );
}

/** A title that takes the focus when it appears after a press. */
export function FocusedTitle({ focused, children }: { focused: boolean; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <h2 ref={heading} tabIndex={-1} className="font-display text-xl font-bold outline-none">
      {children}
    </h2>
  );
}

/** Explains why an action failed, and that nothing typed is lost. */
export function Failure({ error, title }: { error: unknown; title: string }) {
  const refusal = refusalOf(error);
  return (
    <div role="alert" className="rounded-lg border border-sumac-deep bg-sumac-pale px-4 py-3">
      <p className="font-semibold">{title}</p>
      <p className="mt-1">
        {refusal?.message ??
          (refusal
            ? 'Réessayez dans quelques minutes. Ce que vous avez écrit est conservé.'
            : 'Vérifiez votre connexion, puis appuyez de nouveau sur le bouton. Ce que vous avez écrit est conservé.')}
      </p>
    </div>
  );
}
