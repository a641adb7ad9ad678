import { useMutation, useQuery } from '@tanstack/react-query';
import { formatDay, quebecDay } from '@/admin/kit/lib/dates';
import { Button } from '@/shared/ui/button';
import { surveys } from '../data/surveys';

/** Notes when the client received the folder: nothing else says that a survey is delivered. */
export function Handover({ surveyId }: { surveyId: string }) {
  const survey = useQuery(surveys.one(surveyId));
  const note = useMutation(surveys.noteDelivery(surveyId));
  if (!survey.data) return null;
  const { client_name, delivered_on } = survey.data;
  const client = client_name ?? 'votre client';
  return (
    <section aria-labelledby="remise" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="remise" className="text-lg font-semibold">
        Remise
      </h2>
      {delivered_on ? (
        <p className="mt-1">
          Remis à {client} le {formatDay(delivered_on)}. La date se corrige par «&nbsp;Modifier&nbsp;».
        </p>
      ) : (
        <>
          <p className="mt-1 mb-4 max-w-prose text-slate">
            Rien n’est envoyé d’ici&nbsp;: remettez le dossier à {client} par votre moyen habituel (clé, lien
            de partage), puis notez-le.
          </p>
          <Button variant="outline" pending={note.isPending} onClick={() => note.mutate(quebecDay())}>
            Noter la remise d’aujourd’hui
          </Button>
        </>
      )}
    </section>
  );
}
