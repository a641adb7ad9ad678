import { useEffect, useRef, useState } from 'react';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { siteConfig } from '@/shared/lib/site-config';
import { Button } from '@/shared/ui/button';
import { showTurnstile } from '@/site/lib/turnstile';

/**
 * Cloudflare Turnstile, where the site has a key (docs/decisions/0040). As it is a third party, nothing of it is
 * loaded before somebody uses the form.
 *
 * @param onToken must stay the same; receives `''` when there is no valid proof any more
 */
export function AntiRobotCheck({ siteKey, onToken }: { siteKey: string; onToken: (token: string) => void }) {
  const place = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt shows it anew
  useEffect(() => {
    if (!place.current) return;
    return showTurnstile(place.current, siteKey, { onToken, onFailure: () => setHasFailed(true) });
  }, [siteKey, onToken, attempt]);

  return (
    <section aria-label="Vérification anti-robot" className="min-h-20">
      <div ref={place} key={attempt} hidden={hasFailed} />
      {hasFailed && (
        <div role="alert" className="rounded-lg border border-sumac-deep bg-sumac-pale px-4 py-3">
          <p>
            La vérification anti-robot ne s’est pas chargée. Réessayez, ou écrivez-nous à{' '}
            <a className="font-semibold wrap-anywhere underline" href={mailtoHref(siteConfig.contactEmail)}>
              {siteConfig.contactEmail}
            </a>
            .
          </p>
          <Button
            variant="outline"
            size="sm"
            className="mt-3"
            onClick={() => {
              setHasFailed(false);
              setAttempt((count) => count + 1);
            }}
          >
            Réessayer la vérification
          </Button>
        </div>
      )}
    </section>
  );
}
