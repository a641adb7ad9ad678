import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { Check, Eraser } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { contactPaths } from '@/admin/contacts/paths';
import { formatDateTime, formatLongDay, quebecDay } from '@/admin/kit/lib/dates';
import { paragraph } from '@/admin/kit/lib/text-schemas';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { Button } from '@/shared/ui/button';
import { TextAreaField } from '@/shared/ui/form-fields';
import { type PersonalRequest, personalRequests } from '../data/personal-requests';
import { ErasureDialog } from './erasure-dialog';

/** Name and organisation of whoever asked, or their address. */
const personOf = ({ contacts, email }: PersonalRequest) =>
  contacts ? [contacts.name, contacts.company].filter(Boolean).join(', ') : email;

/** A column that a person may correct: stored name → French label. */
const fields: Record<keyof PersonalRequest['before'], string> = {
  name: 'Nom',
  function_title: 'Fonction',
  company: 'Organisation',
  phone: 'Téléphone',
};

/**
 * Lists the unanswered requests of « Ma fiche »: corrections, which already apply, and requests of erasure.
 *
 * @param showsPerson for a list of several persons
 * @param onErased called once an erasure was carried out
 */
export function PersonalRequestList({
  requests,
  showsPerson = false,
  onErased,
}: {
  requests: readonly PersonalRequest[];
  showsPerson?: boolean;
  onErased?: () => void;
}) {
  const close = useMutation(personalRequests.close());
  const [refusing, setRefusing] = useState<PersonalRequest>();
  const [erasing, setErasing] = useState<PersonalRequest>();
  return (
    <>
      <ul className="space-y-3">
        {requests.map((request) => {
          const isErasure = request.kind === 'erasure';
          const isLate = request.due_on !== null && request.due_on < quebecDay();
          return (
            <li
              key={request.id}
              className="rounded-lg border border-amber-ink/30 bg-amber-pale p-4 text-sm wrap-anywhere"
            >
              {showsPerson && <Person request={request} />}
              <p className="font-semibold">
                {isErasure ? 'Effacement demandé' : 'Coordonnées corrigées par la personne'}
              </p>
              <p>
                Le {formatDateTime(request.created_at)}
                {request.due_on && (
                  <>
                    {' '}
                    · <strong>{isLate ? 'en retard\u00a0: ' : ''}</strong>à répondre au plus tard le{' '}
                    {formatLongDay(request.due_on)}
                  </>
                )}
              </p>
              {!isErasure && <Changes request={request} />}
              <AdminsOnly>
                <div className="mt-3 flex flex-wrap gap-2">
                  {isErasure ? (
                    <>
                      <Button size="sm" onClick={() => setErasing(request)}>
                        <Eraser aria-hidden="true" className="size-4" />
                        Effacer toutes les données
                      </Button>
                      <Button size="sm" variant="outline" onClick={() => setRefusing(request)}>
                        Refuser et répondre
                      </Button>
                    </>
                  ) : (
                    <Button
                      size="sm"
                      variant="outline"
                      pending={close.isPending}
                      onClick={() => close.mutate({ id: request.id })}
                    >
                      <Check aria-hidden="true" className="size-4" />
                      Vu
                    </Button>
                  )}
                </div>
              </AdminsOnly>
            </li>
          );
        })}
      </ul>
      <ErasureDialog
        erasure={erasing && { contact: erasing.contact_id, request: erasing.id }}
        person={erasing ? personOf(erasing) : ''}
        onClose={() => setErasing(undefined)}
        {...(onErased && { onErased })}
      />
      {refusing && <RefusalDialog request={refusing} onClose={() => setRefusing(undefined)} />}
    </>
  );
}

function Person({ request }: { request: PersonalRequest }) {
  const { contact_id, contacts, email } = request;
  return (
    <p>
      {contact_id && contacts ? (
        <Link className="font-semibold underline" to={`${contactPaths.one.href(contact_id)}#donnees`}>
          {personOf(request)}
        </Link>
      ) : (
        <>
          <span className="font-semibold">{email}</span> (aucun contact à cette adresse)
        </>
      )}
    </p>
  );
}

function Changes({ request: { before, after } }: { request: PersonalRequest }) {
  const changed = (Object.keys(fields) as (keyof typeof fields)[]).filter((field) => field in after);
  return (
    <ul className="mt-1">
      {changed.map((field) => (
        <li key={field}>
          {fields[field]}
          {'\u00a0'}: <s className="text-slate">{before[field] || 'vide'}</s>, remplacé par{' '}
          <strong>{after[field] || 'vide'}</strong>
        </li>
      ))}
    </ul>
  );
}

const refusalSchema = z.object({
  reason: paragraph.pipe(z.string().min(1, 'La raison est requise').max(2000, '2000 caractères au plus')),
});

/** Asks why an erasure is refused. */
function RefusalDialog({ request, onClose }: { request: PersonalRequest; onClose: () => void }) {
  const close = useMutation(personalRequests.close());
  const form = useForm({ resolver: zodResolver(refusalSchema), defaultValues: { reason: '' } });
  return (
    <FormDialog
      form={form}
      title="Refuser l’effacement"
      description="La personne lira cette réponse sur sa fiche. La loi demande de dire pourquoi, et qu’elle peut s’adresser à la Commission d’accès à l’information."
      submitLabel="Refuser et répondre"
      pending={close.isPending}
      onSubmit={({ reason }) => close.mutate({ id: request.id, reason }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextAreaField<z.input<typeof refusalSchema>>
        name="reason"
        label="Réponse à la personne"
        required
        rows={5}
        maxLength={2000}
      />
    </FormDialog>
  );
}
