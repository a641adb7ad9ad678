import { useMutation } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { slugify } from '@/admin/kit/lib/slug';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { paths } from '@/shared/lib/paths';
import { Button } from '@/shared/ui/button';
import { PublicationRefusal, streetPublication } from '../data/street-publication';
import type { ComparedSurvey } from '../data/survey-pairs';

/** Longest address of a street, also checked in SQL; the earlier survey's has its day behind it. */
const SLUG = 80;

/** Publishes the street at both dates, or takes it away from visitors. */
export function StreetPublication({ survey, earlier }: { survey: ComparedSurvey; earlier: ComparedSurvey }) {
  const publish = useMutation(streetPublication.publish(survey.id));
  const withdraw = useMutation(streetPublication.withdraw(survey.id));
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const [isAsking, setIsAsking] = useState(false);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => {
    return () => stop.current?.abort();
  }, []);
  const isPublic = survey.published_at !== null && survey.slug !== null;
  const slug = survey.slug ?? slugify(survey.name, SLUG);
  const start = () => {
    stop.current = new AbortController();
    publish.mutate({
      earlier: earlier.id,
      slug,
      earlierSlug: earlier.slug ?? `${slugify(earlier.name, SLUG)}-${earlier.captured_on ?? 'avant'}`,
      onProgress: (done, total) => setProgress({ done, total }),
      signal: stop.current.signal,
    });
  };
  const refusal =
    publish.error instanceof PublicationRefusal ? publish.error.message : refusedBy(publish.error);
  return (
    <section aria-labelledby="titre-publication" className="rounded-xl border border-line bg-paper p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="titre-publication" className="font-semibold">
          Rue publique
        </h2>
        <StatusBadge tone={isPublic ? 'done' : 'quiet'} label={isPublic ? 'En ligne' : 'Non publiée'} />
      </div>
      <p className="mt-1 text-sm text-slate">
        Seules les photos revues, floutées, sont montrées, aux deux dates. Les dommages constatés et les notes
        restent ici.
      </p>
      {publish.isPending ? (
        <div className="mt-3 space-y-2">
          <ProgressBar label="Photos copiées" {...progress} />
          <Button size="sm" variant="outline" onClick={() => stop.current?.abort()}>
            Arrêter
          </Button>
        </div>
      ) : (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button variant={isPublic ? 'outline' : 'accent'} onClick={start}>
            {isPublic ? 'Publier à nouveau' : 'Publier la rue'}
          </Button>
          {isPublic && (
            <>
              <Button variant="outline" pending={withdraw.isPending} onClick={() => setIsAsking(true)}>
                Retirer
              </Button>
              <a
                href={paths.street.href(slug)}
                target="_blank"
                rel="noopener"
                className="inline-flex min-h-11 items-center gap-1.5 px-2 font-semibold underline underline-offset-4"
              >
                Voir la rue
                <ExternalLink aria-hidden="true" className="size-4" />
                <span className="sr-only"> (nouvel onglet)</span>
              </a>
            </>
          )}
        </div>
      )}
      {refusal && (
        <p role="alert" className="mt-2 text-sm font-medium text-sumac-deep">
          {refusal}
        </p>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Retirer cette rue du site?"
        description="Les visiteurs ne la verront plus, et ses images publiques seront effacées. Le relevé, ses paires et ses dommages restent ici."
        confirmLabel="Retirer"
        pending={withdraw.isPending}
        onConfirm={() => withdraw.mutate({ earlier: earlier.id }, { onSettled: () => setIsAsking(false) })}
      />
    </section>
  );
}

/** Refusal of the database, in its own French words; a lost network is told by the toast. */
function refusedBy(error: Error | null): string | undefined {
  const code = (error as { code?: string } | null)?.code;
  return code === '22023' || code === 'PT404' ? error?.message : undefined;
}
