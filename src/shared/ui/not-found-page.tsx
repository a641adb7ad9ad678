import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { AzimuthRing } from './azimuth-ring';
import { buttonClass } from './button';
import { Seo } from './seo';

/** The page of any unknown address, which it logs so that broken links can be found. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.warn('Adresse inconnue :', pathname);
  }, [pathname]);

  return (
    <section className="mx-auto flex max-w-xl flex-col items-start gap-5 px-6 pt-40 pb-28">
      <Seo title="Page introuvable" noIndex />
      <AzimuthRing className="size-16 text-slate" />
      <h1 className="font-bold">
        <span className="block text-7xl text-spruce">404</span>
        <span lang="en" className="mt-3 block text-3xl">
          Oops! Page not found
        </span>
      </h1>
      <p>Cette adresse ne mène nulle part : la page a été déplacée ou n’a jamais existé.</p>
      <a href={paths.home.href()} className={buttonClass()}>
        Retour à l’accueil
      </a>
    </section>
  );
}
