import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { invitationToken, returnAddress } from '@/admin/kit/lib/return-address';
import { TotpCodeForm } from '@/admin/kit/ui/totp-code-form';
import { settingsPaths } from '@/admin/settings/paths';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { Button } from '@/shared/ui/button';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { membership } from '../data/membership';
import { describeSecondFactorError, secondFactor } from '../data/second-factor';
import { arrivedByRecoveryLink, brokenLinkCode, session } from '../data/session';
import { CredentialsForm, NewPasswordForm, ResetRequestForm } from './auth-forms';
import { ConfirmationSent } from './confirmation';
import { AcceptInvitation, ClaimForm } from './join-studio';

type Mode = 'sign-in' | 'sign-up' | 'forgot' | 'confirm';

const headings = {
  'sign-in': { title: 'Connexion', lead: 'Accédez à l’administration du site.' },
  'sign-up': { title: 'Créer un compte', lead: 'Créez votre compte administrateur' },
  forgot: { title: 'Mot de passe oublié', lead: 'Indiquez le courriel de votre compte.' },
  confirm: { title: 'Ouvrez le courriel', lead: 'Il reste à confirmer votre adresse.' },
};

function Frame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 bg-mist px-4 py-14">
      <Seo title={title} noIndex />
      <div data-notices="" className="pointer-events-none fixed inset-x-4 top-0 h-14" />
      <a href={paths.home.href()} className="flex items-center gap-2.5 font-display text-lg font-semibold">
        <AzimuthRing className="size-9 text-lake" />
        {siteConfig.name}
      </a>
      <div className="w-full max-w-md rounded-2xl border border-line bg-paper p-6 sm:p-9">
        <h1 className="text-2xl font-bold">{title}</h1>
        <p className="mt-2 mb-7 text-slate">{lead}</p>
        {children}
      </div>
    </main>
  );
}

/** A sign-out button for people who are signed in and may go no further. */
function SignOutButton() {
  const signOut = useMutation(session.signOut());
  return (
    <Button
      variant="outline"
      className="mt-6 w-full"
      pending={signOut.isPending}
      onClick={() => signOut.mutate()}
    >
      Se déconnecter
    </Button>
  );
}

/**
 * Shown to a signed-in person without a role, instead of a redirect loop. It offers the ways to get one: the code of
 * a studio that has no administrator, or the invitation whose link led here.
 */
function AccessPending({
  email,
  invitation,
  onClaimed,
}: {
  email: string | undefined;
  invitation: string;
  onClaimed: () => void;
}) {
  const unclaimed = useQuery({ ...membership.unclaimed(), enabled: invitation === '' });
  return (
    <Frame
      title="Accès en attente"
      lead="Votre compte existe, mais il n’a pas encore accès à l’administration."
    >
      <p>
        Vous êtes connecté en tant que <strong className="break-all">{email}</strong>.{' '}
        {invitation ? (
          'Acceptez l’invitation si c’est l’adresse qui l’a reçue; sinon, déconnectez-vous et revenez par le lien du courriel.'
        ) : unclaimed.data ? (
          'Ce studio n’a pas encore d’administrateur\u00a0: son code vous le confie.'
        ) : (
          <>
            Un administrateur doit vous accorder l’accès; écrivez à{' '}
            <a className="font-semibold underline" href={mailtoHref(siteConfig.contactEmail)}>
              {siteConfig.contactEmail}
            </a>{' '}
            si cela tarde.
          </>
        )}
      </p>
      {invitation ? (
        <AcceptInvitation token={invitation} />
      ) : (
        unclaimed.data && <ClaimForm onClaimed={onClaimed} />
      )}
      <SignOutButton />
    </Frame>
  );
}

/** Asks for the code of the second factor, without which the database refuses everything to the session. */
function SecondFactorChallenge({ factorIds }: { factorIds: string[] }) {
  const verify = useMutation(secondFactor.verify());
  return (
    <Frame title="Double authentification" lead="Votre mot de passe est accepté. Il reste un code à entrer.">
      <TotpCodeForm
        label="Double authentification"
        submitLabel="Se connecter"
        pending={verify.isPending}
        error={verify.isError ? describeSecondFactorError(verify.error) : undefined}
        onSubmit={(code) => verify.mutate({ factorIds, code })}
      />
      <p className="mt-6 text-sm text-slate">
        Appareil perdu? Demandez à la personne qui gère le projet de le retirer de votre compte.
      </p>
      <SignOutButton />
    </Frame>
  );
}

/** Sign-in, account creation and forgotten password; unmounted, with its state, once somebody signs in. */
function SignedOut({ isInvited }: { isInvited: boolean }) {
  const [mode, setMode] = useState<Mode>(isInvited ? 'sign-up' : 'sign-in');
  const [email, setEmail] = useState('');
  const { title, lead } = headings[mode];
  const leave = (next: Mode) => (typed: string) => {
    setEmail(typed);
    setMode(next);
  };

  return (
    <Frame title={title} lead={lead}>
      {isInvited && (
        <p className="mb-6 rounded-lg bg-spruce-pale px-4 py-3 text-sm text-spruce-deep">
          Vous êtes invité dans l’équipe. Créez un compte, ou connectez-vous, avec l’adresse qui a reçu
          l’invitation.
        </p>
      )}
      {brokenLinkCode && (
        <p role="alert" className="mb-6 rounded-lg bg-amber-pale px-4 py-3 text-sm text-amber-ink">
          Ce lien a expiré ou a déjà servi. Demandez-en un nouveau avec « Mot de passe oublié? ». Si vous
          confirmiez un compte, connectez-vous : le message peut être renvoyé.
        </p>
      )}
      {mode === 'forgot' ? (
        <ResetRequestForm email={email} onBack={() => setMode('sign-in')} />
      ) : mode === 'confirm' ? (
        <ConfirmationSent email={email} onBack={() => setMode('sign-in')} />
      ) : (
        <>
          <CredentialsForm
            key={mode}
            mode={mode}
            email={email}
            onForgot={leave('forgot')}
            onUnconfirmed={leave('confirm')}
          />
          <hr className="my-6 border-line" />
          <Button
            variant="outline"
            className="w-full"
            onClick={() => setMode(mode === 'sign-in' ? 'sign-up' : 'sign-in')}
          >
            {mode === 'sign-in' ? 'Créer un compte' : 'Connexion'}
          </Button>
        </>
      )}
    </Frame>
  );
}

/**
 * The sign-in page. People with a second factor are asked for its code; a team member is redirected to the requested
 * screen, and anyone else signed in sees « Accès en attente », which avoids a redirect loop.
 */
export function AuthPage() {
  const { search } = useLocation();
  const [recovering, setRecovering] = useState(arrivedByRecoveryLink);
  const [hasClaimed, setHasClaimed] = useState(false);
  const current = useQuery(session.current());
  const user = current.data?.user;
  const role = useQuery({ ...session.role(user?.id ?? ''), enabled: user !== undefined });

  // Read only for a refused session: an administrator who gave the code, or has no device, needs no second request.
  const devices = useQuery({ ...secondFactor.missing(user?.id ?? ''), enabled: role.data === null });

  if (current.isPending || (user && role.isPending) || devices.isLoading) {
    return <Spinner label="Vérification de vos accès…" />;
  }
  if (!user) return <SignedOut isInvited={invitationToken(search) !== ''} />;
  if (!role.data && devices.data?.length) return <SecondFactorChallenge factorIds={devices.data} />;
  if (recovering) {
    return (
      <Frame title="Nouveau mot de passe" lead={`Pour le compte ${user.email ?? ''}.`}>
        <NewPasswordForm onDone={() => setRecovering(false)} />
      </Frame>
    );
  }
  if (role.data) {
    return <Navigate to={hasClaimed ? settingsPaths.setup.href() : returnAddress(search)} replace />;
  }
  return (
    <AccessPending
      email={user.email}
      invitation={invitationToken(search)}
      onClaimed={() => setHasClaimed(true)}
    />
  );
}
