import { telHref } from '@contract/phone';
import { Link } from 'react-router-dom';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import { IndexedHero } from '@/site/ui/page-hero';

/** The day of the last check; change it with the text. */
const CHECKED_ON = { iso: '2026-11-23', text: '23 novembre 2026' };

const linkClass = 'font-medium underline underline-offset-4';

/** The accessibility statement: conformity, known limits and contact. */
export function AccessibilityPage() {
  const { contactEmail, phone } = siteConfig;
  return (
    <>
      <IndexedHero
        page={paths.accessibility}
        crumb="Accessibilité"
        headTitle="Déclaration d’accessibilité"
        description="Ce que nous faisons pour que le site et les visites virtuelles soient accessibles à tous, ce qui ne l’est pas encore, et comment nous le signaler."
        title="Accessibilité"
        lead="Un lieu ouvert à tous doit pouvoir se visiter par tous, en ligne aussi."
      />
      <div className="mx-auto max-w-7xl space-y-10 px-5 py-12 sm:px-8 sm:py-16 *:max-w-3xl [&_h2]:text-2xl [&_h2]:font-bold [&_li]:mt-2 [&_ul]:mt-4 [&_ul]:list-disc [&_ul]:pl-5">
        <section>
          <h2>Ce que nous visons</h2>
          <p className="mt-4">
            Le site suit les règles WCAG&nbsp;2.2, niveau AA, dont s’inspire le standard
            SGQRI&nbsp;008&nbsp;3.0 du gouvernement du Québec. Dernière vérification&nbsp;:{' '}
            <time dateTime={CHECKED_ON.iso}>{CHECKED_ON.text}</time>, par des outils automatisés et au
            clavier.
          </p>
        </section>
        <section>
          <h2>Ce qui est en place</h2>
          <ul>
            <li>Tout s’atteint au clavier, et l’endroit où l’on se trouve est toujours visible.</li>
            <li>
              Nos visites à 360° se parcourent au clavier, comme le demande la liste de la Ville de Toronto
              pour les visites de rue&nbsp;: flèches ou A, D, R et F pour tourner, W et S pour avancer ou
              reculer, chaque lien atteint par Tab et annoncé, plan et boussole.
            </li>
            <li>Les textes se lisent à 400&nbsp;% sans défilement horizontal.</li>
            <li>Les contrastes sont d’au moins 4,5 pour 1, et la couleur ne porte jamais seule un sens.</li>
            <li>Les animations s’arrêtent si votre appareil demande de réduire les mouvements.</li>
            <li>
              Sans JavaScript, les pages se lisent et le formulaire de demande s’envoie, sauf si une
              vérification anti-robot est activée.
            </li>
          </ul>
        </section>
        <section>
          <h2>Ce qui ne l’est pas encore</h2>
          <ul>
            <li>
              Un panorama à 360° est une image&nbsp;: la description de la visite en donne l’essentiel, sans
              tout ce que l’œil y voit.
            </li>
            <li>
              Les visites hébergées par d’autres s’ouvrent dans leur propre lecteur, dont nous ne maîtrisons
              pas l’accessibilité.
            </li>
            <li>
              La carte des réalisations se lit par la liste qui l’accompagne, qui contient les mêmes liens.
            </li>
          </ul>
        </section>
        <section>
          <h2>Nous signaler un obstacle</h2>
          <p className="mt-4">
            Écrivez à{' '}
            <a href={mailtoHref(contactEmail, { subject: 'Accessibilité du site' })} className={linkClass}>
              {contactEmail}
            </a>
            {phone && (
              <>
                {' '}
                ou téléphonez au{' '}
                <a href={telHref(phone)} className={linkClass}>
                  {phone}
                </a>
              </>
            )}
            . Dites-nous la page et ce qui vous a arrêté&nbsp;: nous vous donnons l’information autrement,
            puis nous corrigeons la page. Vous trouverez toutes les pages au{' '}
            <Link to={paths.sitePlan.href()} className={linkClass}>
              plan du site
            </Link>
            .
          </p>
        </section>
      </div>
    </>
  );
}
