import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '@/admin/kit/lib/dates';
import { shownAddress } from '@/admin/kit/lib/shown-address';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { Button } from '@/shared/ui/button';
import { consentLedger } from '../data/consent-ledger';
import { type Consent, consents } from '../data/consents';
import { ledgerBases } from '../data/contact-labels';
import type { Contact } from '../data/contact-list';
import { describeConsent } from './consent-badge';
import { LiftDialog, ProofDialog } from './consent-dialogs';
import { ConsentLedgerList } from './consent-ledger-list';

/**
 * Shows whether this person may be e-mailed, on what legal basis, with the ledger and the actions that change it.
 *
 * @param mayLift false while the person waits for the erasure of their data: nobody writes to them again then
 */
export function ConsentCard({ contact, mayLift = true }: { contact: Contact; mayLift?: boolean }) {
  const { data: consent } = useQuery(consents.of(contact.id));
  const { data: refusal } = useQuery(consentLedger.refusal(contact.id));
  return (
    <section aria-labelledby="consentement" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="consentement" className="mb-3 text-lg font-semibold">
        Envois commerciaux
      </h2>
      {contact.email === null ? (
        <p className="text-sm text-slate">
          Sans courriel, ce contact ne peut pas faire partie d’une campagne.
        </p>
      ) : (
        <>
          {consent === undefined || refusal === undefined ? (
            <p className="text-slate">…</p>
          ) : (
            <ConsentState consent={consent} refusal={refusal} />
          )}
          {consent !== undefined && (
            <AdminsOnly>
              <Actions contact={contact} state={consent?.state} mayLift={mayLift} />
            </AdminsOnly>
          )}
          <h3 className="mt-5 border-t border-line pt-4 font-semibold">Registre des consentements</h3>
          <ConsentLedgerList email={contact.email} />
        </>
      )}
    </section>
  );
}

/** Shows whether sending is allowed, then the legal basis. */
function ConsentState({ consent, refusal }: { consent: Consent | null; refusal: string | null }) {
  const described = describeConsent(consent);
  // A refusal may come from outside of the ledger: the contact's status.
  const isContradicted = refusal !== null && consent?.state === 'allowed';
  const { tone, label } = isContradicted ? { tone: 'quiet' as const, label: 'Envoi interdit' } : described;
  return (
    <>
      <StatusBadge tone={tone} label={label} wraps />
      {refusal !== null && refusal !== label && <p className="mt-2 text-sm">{refusal}</p>}
      {consent?.basis && consent.occurred_at && (
        <p className="mt-2 text-sm text-slate">
          {ledgerBases[consent.basis]}, preuve du {formatDay(consent.occurred_at)}
          {consent.expires_at ? `, échéance le ${formatDay(consent.expires_at)}` : ', sans échéance'}
        </p>
      )}
    </>
  );
}

/** States that a page of the organisation can change: after a withdrawal only the person's own act can. */
const verifiableStates: readonly (Consent['state'] | undefined)[] = [
  undefined,
  'unverified',
  'refused',
  'expired',
];

function Actions({
  contact,
  state,
  mayLift,
}: {
  contact: Contact;
  state: Consent['state'] | undefined;
  mayLift: boolean;
}) {
  const [dialog, setDialog] = useState<'proof' | 'suppress' | 'lift'>();
  const suppress = useMutation(consentLedger.suppress());
  const verify = useMutation(consentLedger.verify(contact));
  const close = () => setDialog(undefined);
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      {verifiableStates.includes(state) && (
        <Button size="sm" pending={verify.isPending} onClick={() => verify.isPending || verify.mutate()}>
          Vérifier sur le site
        </Button>
      )}
      <Button size="sm" variant="outline" onClick={() => setDialog('proof')}>
        Ajouter une preuve
      </Button>
      {state === 'unsubscribed' ? (
        mayLift && (
          <Button size="sm" variant="outline" onClick={() => setDialog('lift')}>
            Lever le retrait
          </Button>
        )
      ) : (
        <Button size="sm" variant="outline" onClick={() => setDialog('suppress')}>
          Retirer des envois
        </Button>
      )}
      {dialog === 'proof' && <ProofDialog contact={contact} onClose={close} />}
      {dialog === 'lift' && <LiftDialog contact={contact} onClose={close} />}
      <ConfirmDialog
        open={dialog === 'suppress'}
        onOpenChange={close}
        title="Retirer des envois"
        description={
          <>
            <p>
              <strong className="text-ink">{shownAddress(contact.email ?? '')}</strong> ne recevra plus aucun
              message commercial, relances comprises, même si le contact est supprimé puis importé de nouveau.
            </p>
            <p className="mt-2">Seul un nouveau consentement exprès permettra de lever ce retrait.</p>
          </>
        }
        confirmLabel="Retirer des envois"
        pending={suppress.isPending}
        onConfirm={() => suppress.mutate(contact.id, { onSettled: close })}
      />
    </div>
  );
}
