import { mailtoHref } from '@/shared/lib/mailto-href';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { AzimuthRing } from './azimuth-ring';
import { Button, buttonClass } from './button';

/** Replaces a screen that failed to render; its links are plain, since the router itself may have failed. */
export function ErrorScreen() {
  return (
    <section role="alert" className="mx-auto flex max-w-xl flex-col items-start gap-5 px-6 py-32">
      <AzimuthRing className="size-14 text-slate" />
      <p className="sr-only" lang="en">
        Unexpected Application Error
      </p>
      <h1 className="text-3xl font-bold">Cette page a rencontré un problème</h1>
      <p>
        Rien de ce que vous avez envoyé n’est perdu. Rechargez la page; si le problème persiste, écrivez-nous
        à{' '}
        <a className="font-semibold underline" href={mailtoHref(siteConfig.contactEmail)}>
          {siteConfig.contactEmail}
        </a>
        .
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => window.location.reload()}>Recharger la page</Button>
        <a href={paths.home.href()} className={buttonClass({ variant: 'outline' })}>
          Retour à l’accueil
        </a>
      </div>
    </section>
  );
}
