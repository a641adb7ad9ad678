import { useMutation, useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { formatDay } from '@/admin/kit/lib/dates';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { TotpCodeForm } from '@/admin/kit/ui/totp-code-form';
import { SettingsSections } from '@/admin/settings/parts/settings-sections';
import { isAbort } from '@/shared/lib/errors';
import { notify } from '@/shared/lib/notify';
import { ReadOnlyContext } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { describeSecondFactorError, type Enrolment, type Factor, secondFactor } from '../data/second-factor';
import { NotificationsCard } from './notifications-card';
import { PasswordCard } from './password-card';

/** The security of one's own account: a second factor, offered and not imposed. */
export function SecurityPage() {
  const devices = useQuery(secondFactor.list());
  return (
    <>
      <Seo title="Sécurité du compte" noIndex />
      <PageHeader title="Sécurité du compte" />
      <SettingsSections />
      <div className="max-w-3xl">
        {devices.isPending ? (
          <Spinner />
        ) : !devices.data ? (
          <ErrorState
            title="Impossible de charger la double authentification"
            error={devices.error}
            onRetry={() => devices.refetch()}
          />
        ) : (
          // One's own account is not the studio's: readers change it too.
          <ReadOnlyContext value={false}>
            <SecondFactor devices={devices.data} />
          </ReadOnlyContext>
        )}
        <ReadOnlyContext value={false}>
          <PasswordCard />
        </ReadOnlyContext>
        <NotificationsCard />
      </div>
    </>
  );
}

function SecondFactor({ devices }: { devices: readonly Factor[] }) {
  const enroll = useMutation(secondFactor.enroll());
  const [enrolment, setEnrolment] = useState<Enrolment>();
  const begin = () => {
    enroll.mutate(undefined, { onSuccess: setEnrolment });
  };
  return (
    <section
      aria-labelledby="double-authentification"
      className="space-y-5 rounded-xl border border-line bg-paper p-5 sm:p-6"
    >
      <div>
        <h2 id="double-authentification" className="text-lg font-semibold">
          Double authentification
        </h2>
        <p className="mt-1 max-w-prose text-sm text-slate">
          En plus du mot de passe, un code de votre téléphone est demandé à chaque connexion. Un mot de passe
          volé ne suffit plus à lire vos contacts. Il faut une application d’authentification&nbsp;: Aegis,
          2FAS, Google Authenticator, le trousseau d’Apple…
        </p>
      </div>
      {devices.length === 0 ? (
        <p>Elle n’est pas activée.</p>
      ) : (
        <>
          <p className="flex items-center gap-2 font-semibold text-spruce-deep">
            <ShieldCheck aria-hidden="true" className="size-5" />
            Elle est activée.
          </p>
          <ul aria-label="Appareils" className="divide-y divide-line rounded-lg border border-line">
            {devices.map((device) => (
              <Device key={device.id} device={device} isLast={devices.length === 1} />
            ))}
          </ul>
        </>
      )}
      {enrolment ? (
        <NewDevice enrolment={enrolment} onClose={() => setEnrolment(undefined)} />
      ) : (
        <Button
          variant={devices.length === 0 ? 'accent' : 'outline'}
          pending={enroll.isPending}
          onClick={begin}
        >
          {devices.length === 0 ? 'Activer la double authentification' : 'Ajouter un appareil de secours'}
        </Button>
      )}
      {enroll.isError && !isAbort(enroll.error) && <Failure text={describeSecondFactorError(enroll.error)} />}
      <p className="max-w-prose text-sm text-slate">
        Liez deux appareils&nbsp;: si le seul est perdu, il faut demander à la personne qui gère le projet
        Supabase de le retirer.
      </p>
    </section>
  );
}

/** The QR code to scan, and the first code, which ends the enrolment. */
function NewDevice({ enrolment, onClose }: { enrolment: Enrolment; onClose: () => void }) {
  const verify = useMutation(secondFactor.verify());
  return (
    <div className="space-y-5 rounded-lg border border-line p-4">
      <p>Dans l’application, ajoutez un compte en lisant ce code&nbsp;:</p>
      <img src={enrolment.qrCode} alt="Code QR à lire avec l’application" className="size-48 bg-white" />
      <p className="text-sm">
        Ou tapez-y cette clé&nbsp;: <code className="break-all">{enrolment.secret}</code>
      </p>
      <TotpCodeForm
        label="Lier l’appareil"
        submitLabel="Vérifier et activer"
        pending={verify.isPending}
        error={verify.isError ? describeSecondFactorError(verify.error) : undefined}
        onSubmit={(code) =>
          verify.mutate(
            { factorIds: [enrolment.id], code },
            {
              onSuccess: () => {
                notify.success('La double authentification est activée');
                onClose();
              },
            },
          )
        }
        onCancel={onClose}
      />
    </div>
  );
}

function Device({ device, isLast }: { device: Factor; isLast: boolean }) {
  const remove = useMutation(secondFactor.remove());
  const [isConfirming, setIsConfirming] = useState(false);
  return (
    <li className="space-y-4 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span>
          {device.name}
          <span className="block text-sm text-slate">Lié le {formatDay(device.addedAt)}</span>
        </span>
        {!isConfirming && (
          <Button
            size="sm"
            variant="outline"
            aria-label={`Retirer ${device.name}`}
            onClick={() => setIsConfirming(true)}
          >
            Retirer
          </Button>
        )}
      </div>
      {isConfirming && (
        <>
          <p className="text-sm">
            {isLast
              ? 'Votre mot de passe suffira de nouveau à vous connecter. Entrez un code de cet appareil pour confirmer.'
              : 'Entrez un code de cet appareil pour confirmer.'}
          </p>
          <TotpCodeForm
            label={`Retirer ${device.name}`}
            submitLabel="Retirer l’appareil"
            pending={remove.isPending}
            error={remove.isError ? describeSecondFactorError(remove.error) : undefined}
            onSubmit={(code) => remove.mutate({ factorId: device.id, code })}
            onCancel={() => {
              remove.reset();
              setIsConfirming(false);
            }}
          />
        </>
      )}
    </li>
  );
}

function Failure({ text }: { text: string }) {
  return (
    <p role="alert" className="rounded-lg border border-sumac-deep bg-sumac-pale px-4 py-3">
      {text}
    </p>
  );
}
