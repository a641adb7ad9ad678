import { useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck, MailX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { siteConfig } from '@/shared/lib/site-config';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { type Sender, TEST_TOKEN, unsubscribe } from '@/site/data/unsubscribe';
import { withQueries } from '@/site/lib/with-queries';
import { PageHero } from '@/site/ui/page-hero';
import { useHydrated } from '@/site/ui/use-hydrated';

function Email({ address = siteConfig.contactEmail }: { address?: string | null }) {
  const to = address || siteConfig.contactEmail;
  return (
    <a className="font-semibold underline underline-offset-4" href={mailtoHref(to)}>
      {to}
    </a>
  );
}

/** A state of the page under its own title, which takes the focus when the state answers a press of the button. */
function Outcome({
  icon,
  title,
  focused = false,
  children,
}: {
  icon: ReactNode;
  title: string;
  focused?: boolean;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <section>
      <div className="flex items-start gap-3">
        <span className="mt-1 shrink-0 text-spruce">{icon}</span>
        <h2 ref={heading} tabIndex={-1} className="text-2xl font-bold outline-none">
          {title}
        </h2>
      </div>
      <div className="mt-4 space-y-4 text-lg">{children}</div>
    </section>
  );
}

/** The sender identity, as each of their messages gives it. */
function SenderIdentity({ sender }: { sender: Sender }) {
  return (
    <address className="rounded-2xl border border-line bg-paper p-5 not-italic">
      <p className="text-sm text-slate">Ces messages vous sont envoyés par</p>
      <p className="mt-1 text-lg font-semibold">{sender.sender_name || siteConfig.name}</p>
      <p className="mt-1">
        {sender.legal_name || siteConfig.legalName}
        <br />
        {sender.postal_address || siteConfig.postalAddress}
        <br />
        <Email address={sender.contact_email} />
      </p>
    </address>
  );
}

/** Confirms that the address is unsubscribed, and what that means. */
function Unsubscribed({ sender, justNow }: { sender: Sender; justNow: boolean }) {
  return (
    <Outcome
      icon={<CircleCheck aria-hidden="true" className="size-7" />}
      title={justNow ? 'C’est fait' : 'C’est déjà fait'}
      focused={justNow}
    >
      <p>
        L’adresse qui a reçu ce lien est retirée de nos envois. Vous ne recevrez plus jamais de messages
        commerciaux de notre part, relances comprises.
      </p>
      <p>
        Nous répondrons encore à ce que vous nous demandez vous-même, par exemple une soumission. Une
        question? Écrivez-nous à <Email address={sender.contact_email} />.
      </p>
    </Outcome>
  );
}

/** The token of the link is unknown: most often a mail program cut the link. */
function UnknownLink() {
  return (
    <Outcome icon={<MailX aria-hidden="true" className="size-7" />} title="Ce lien est incomplet">
      <p>
        Nous ne reconnaissons pas ce lien de désabonnement. Un logiciel de courriel l’a peut-être coupé&nbsp;:
        ouvrez-le de nouveau depuis le message reçu, en entier.
      </p>
      <p>
        Vous pouvez aussi nous écrire à <Email /> depuis l’adresse à retirer; nous nous en chargerons.
      </p>
    </Outcome>
  );
}

function UnsubscribeForm({ sender, token }: { sender: Sender; token: string }) {
  const confirm = useMutation(unsubscribe.confirm());
  if (confirm.data === false) return <UnknownLink />;
  if (confirm.isSuccess || sender.done) return <Unsubscribed sender={sender} justNow={confirm.isSuccess} />;
  return (
    <section aria-labelledby="titre-question" className="space-y-6">
      <h2 id="titre-question" className="text-2xl font-bold">
        Ne plus recevoir nos messages?
      </h2>
      <SenderIdentity sender={sender} />
      <p className="text-lg">
        Si vous confirmez, plus aucun message commercial ne sera envoyé à l’adresse qui a reçu ce lien. Rien
        ne change tant que vous n’appuyez pas sur le bouton.
      </p>
      <Button
        variant="accent"
        pending={confirm.isPending}
        onClick={() => confirm.mutate(token)}
        className="w-full sm:w-auto"
      >
        Me désabonner
      </Button>
      {confirm.isError && (
        <div role="alert" className="rounded-lg border border-sumac-deep bg-sumac-pale px-4 py-3">
          <p className="font-semibold">Votre désabonnement n’a pas pu être enregistré.</p>
          <p className="mt-1">
            Vérifiez votre connexion, puis appuyez de nouveau sur le bouton. Vous pouvez aussi écrire à{' '}
            <Email address={sender.contact_email} />.
          </p>
        </div>
      )}
    </section>
  );
}

/** The link of a test message: the person who tries it sees that it works and that nothing happens. */
function TestLink() {
  return (
    <Outcome icon={<CircleCheck aria-hidden="true" className="size-7" />} title="Lien d’un message d’essai">
      <p>
        Ce lien vient d’un message d’essai&nbsp;: il ne désabonne personne. Dans un vrai message, cette page
        dit qui écrit et propose un seul bouton, «&nbsp;Me désabonner&nbsp;».
      </p>
    </Outcome>
  );
}

function Content({ token }: { token: string }) {
  // Refetching on focus would replace « C’est fait ».
  const sender = useQuery({ ...unsubscribe.sender(token), refetchOnWindowFocus: false });
  if (sender.isPending) return <Spinner label="Vérification du lien…" />;
  if (sender.isError) {
    return (
      <>
        <ErrorState title="Impossible de vérifier le lien" onRetry={() => sender.refetch()} />
        <p className="mt-6">
          Vous pouvez aussi demander le retrait de votre adresse en écrivant à <Email />.
        </p>
      </>
    );
  }
  return sender.data ? <UnsubscribeForm sender={sender.data} token={token} /> : <UnknownLink />;
}

/**
 * The page behind the unsubscribe link of commercial messages (Canada's anti-spam law, section 11): who writes, and one
 * button. Opening it changes nothing, because mail scanners open every link. The prerendered page has no token and
 * explains what to do without JavaScript.
 */
export const UnsubscribePage = withQueries(function UnsubscribePage() {
  const [params] = useSearchParams();
  const hydrated = useHydrated();
  const token = params.get('jeton')?.trim() ?? '';
  return (
    <>
      <Seo title="Désabonnement" noIndex />
      <PageHero title="Désabonnement" lead="Sans frais, sans compte, et tout de suite." />
      <div className="mx-auto min-h-96 max-w-7xl px-5 py-12 *:max-w-3xl sm:px-8 sm:py-16">
        {hydrated ? (
          token === TEST_TOKEN ? (
            <TestLink />
          ) : (
            <Content token={token} />
          )
        ) : (
          <noscript>
            <p className="text-lg">
              Pour vous désabonner sans JavaScript, écrivez-nous à <Email /> depuis l’adresse à retirer. Nous
              cesserons de vous envoyer des messages commerciaux.
            </p>
          </noscript>
        )}
      </div>
    </>
  );
});
