import { Verifier } from '@/shared/evidence/verifier';
import { paths } from '@/shared/lib/paths';
import { Seo } from '@/shared/ui/seo';
import { pagePicture } from '@/site/lib/page-picture';
import { PageHero } from '@/site/ui/page-hero';
import { places } from '@/site/ui/places';
import { breadcrumbs, JsonLd } from '@/site/ui/structured-data';

/** The page that checks a sealed folder; each delivery holds it too, as one file (docs/decisions/0128). */
export function VerifierPage() {
  return (
    <>
      <Seo
        image={pagePicture(paths.verifier.path)}
        title="Vérifier un dossier de preuve"
        description="Vérifiez sur votre ordinateur, sans rien envoyer, qu’un relevé scellé est intact, et depuis quand."
      />
      <JsonLd data={breadcrumbs([['Vérifier un dossier', paths.verifier.href()]])} />
      <PageHero
        place={places.quebec}
        title="Vérifier un dossier de preuve"
        lead="Ce qui est intact, ce qui a été modifié, ce qui manque, et depuis quand."
      />
      <div className="mx-auto max-w-4xl px-5 py-12 sm:px-8 sm:py-16">
        <Verifier />
        <p className="mt-6 text-slate">
          Sans connexion, ou pour un dossier confidentiel&nbsp;:{' '}
          <a
            href="/preuve/verifier.html"
            download
            className="inline-block min-h-6 font-medium underline underline-offset-4"
          >
            téléchargez cette page
          </a>{' '}
          et ouvrez-la sur votre ordinateur. Chaque dossier remis la contient aussi.
        </p>
      </div>
    </>
  );
}
