import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { accountCreation, MAIL_INTERVAL, secondsToWait } from '../data/account-creation';
import { notifyAuthError } from './auth-errors';

/** Counts seconds down to zero, by the clock: a tab in the background runs its timers late. */
function useCountdown(seconds: number): [left: number, restart: (seconds: number) => void] {
  const [now, setNow] = useState(() => Date.now());
  const [until, setUntil] = useState(() => Date.now() + seconds * 1000);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const isCounting = left > 0;
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  const restart = (next: number) => {
    setNow(Date.now());
    setUntil(Date.now() + next * 1000);
  };
  return [left, restart];
}

/**
 * Sends the message that confirms an address again, at most once a minute.
 *
 * @param wait seconds before the first press
 */
function ResendButton({ email, wait }: { email: string; wait: number }) {
  const resend = useMutation(accountCreation.resend());
  const [left, restart] = useCountdown(wait);
  const press = () =>
    resend.mutate(email, {
      onSuccess: () => restart(MAIL_INTERVAL),
      onError: (error) => {
        restart(secondsToWait(error) ?? 0);
        notifyAuthError(error);
      },
    });
  return (
    <div className="space-y-2">
      <Button
        variant="outline"
        className="w-full"
        disabled={left > 0}
        pending={resend.isPending}
        onClick={press}
      >
        Renvoyer le courriel
      </Button>
      <p role="status" className="text-sm text-slate">
        {resend.isSuccess && 'Message renvoyé, s’il reste une adresse à confirmer.'}
      </p>
      {left > 0 && (
        <p className="text-sm text-slate">
          Vous pourrez redemander un message dans {counted(left, 'seconde')}.
        </p>
      )}
    </div>
  );
}

/** Asks to open the message that confirms a new account, in the same words whether the address had one already or not. */
export function ConfirmationSent({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <div className="space-y-5">
      <p role="status">
        Si l’adresse <strong className="wrap-anywhere">{email}</strong> n’a pas déjà un compte actif, un
        message vient d’y être envoyé. Suivez son lien, valide une heure, pour confirmer l’adresse.
      </p>
      <p className="text-sm text-slate">
        Rien après quelques minutes? Regardez dans le courrier indésirable. Si vous avez déjà un compte,
        connectez-vous ou choisissez « Mot de passe oublié? ».
      </p>
      <ResendButton email={email} wait={MAIL_INTERVAL} />
      <Button variant="ghost" className="w-full" onClick={onBack}>
        Retour à la connexion
      </Button>
    </div>
  );
}

/** Says what to do before the first sign-in: the password is right, the address is not confirmed yet. */
export function Unconfirmed({ email }: { email: string }) {
  return (
    <div className="space-y-4 rounded-lg bg-amber-pale px-4 py-3 text-amber-ink">
      <p role="alert">
        L’adresse <strong className="wrap-anywhere">{email}</strong> n’est pas encore confirmée. Ouvrez le
        lien du message reçu à la création du compte, puis connectez-vous.
      </p>
      <ResendButton email={email} wait={0} />
    </div>
  );
}
