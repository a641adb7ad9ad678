import { createRoot } from 'react-dom/client';
import { Verifier } from '@/shared/evidence/verifier';
import './styles.css';

/** The page of a delivered folder that checks it, in one file and without a network (docs/decisions/0128). */
function Page() {
  return (
    <main className="mx-auto max-w-4xl px-5 py-8 sm:py-12">
      <h1 className="text-3xl font-bold sm:text-4xl">Vérifier un dossier de preuve</h1>
      <p className="mt-3 mb-8 max-w-prose">
        Cette page compare les images d’un dossier avec ce qui a été scellé, et dit ce qui est intact, ce qui
        a été modifié, ce qui manque, ce qui a été ajouté et depuis quand. Elle fonctionne sans connexion.
      </p>
      <Verifier />
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
