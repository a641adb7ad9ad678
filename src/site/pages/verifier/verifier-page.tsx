import { Verifier } from '@/shared/evidence/verifier';
import { paths } from '@/shared/lib/paths';
import { IndexedHero } from '@/site/ui/page-hero';

/** The page that checks a sealed folder; each delivery holds it too, as one file (docs/decisions/0128). */
export function VerifierPage() {
  return (
    <>
      <IndexedHero
        page={paths.verifier}
        crumb="Vérifier un dossier"
        headTitle="Vérifier un dossier de preuve"
        description="Vérifiez sur votre ordinateur, sans rien envoyer, qu’un relevé scellé est intact, et depuis quand."
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
