import { useMutation } from '@tanstack/react-query';
import { formatDayAndTime } from '@/admin/kit/lib/dates';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import type { Enums } from '@/shared/database.types';
import { Button } from '@/shared/ui/button';
import { type HeldMessage, restores } from '../data/restores';

const kindLabels: Partial<Record<Enums<'notification_kind'>, string>> = {
  admin_notice: 'Avis d’une demande, au studio',
  acknowledgement: 'Accusé de réception d’une demande',
  reply: 'Réponse',
  quote: 'Devis',
  quote_code: 'Code pour accepter un devis',
  quote_question: 'Question sur un devis, au studio',
  quote_refused: 'Refus d’un devis, au studio',
  quote_accepted: 'Acceptation d’un devis, au studio',
  quote_signed: 'Devis accepté, au client',
  campaign_alert: 'Alerte d’une campagne, au studio',
  personal_link: 'Lien vers une fiche, à la personne',
};

/** The single messages that waited when the copy was made: none leaves automatically. */
export function HeldMessages({ messages }: { messages: HeldMessage[] }) {
  const sendAgain = useMutation(restores.sendAgain());
  return (
    <section aria-labelledby="messages" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="messages" className="text-lg font-semibold">
        4. Les autres messages
      </h2>
      {messages.length === 0 ? (
        <p className="mt-1 text-sm text-slate">Aucun autre message n’attendait.</p>
      ) : (
        <>
          <p className="mt-1 max-w-prose text-sm text-slate">
            Ceux que vous ne renvoyez pas restent «&nbsp;incertains&nbsp;», et ne partent pas.
          </p>
          <ul className="mt-3 divide-y divide-line">
            {messages.map(({ id, kind, email, subject, created_at }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
                <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
                  <p className="font-semibold">{subject ?? kindLabels[kind] ?? 'Message'}</p>
                  <p className="text-sm text-slate">
                    {[email, formatDayAndTime(created_at)].filter(Boolean).join(' · ')}
                  </p>
                </div>
                <AdminsOnly>
                  <Button
                    size="sm"
                    variant="outline"
                    pending={sendAgain.isPending && sendAgain.variables === id}
                    onClick={() => sendAgain.isPending || sendAgain.mutate(id)}
                  >
                    Renvoyer
                  </Button>
                </AdminsOnly>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
