import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { Seo } from '@/shared/ui/seo';
import { demoContents, setup } from '../data/setup';
import { SetupList } from './setup-list';

/** The first setup: the remaining steps, and the removal of the demo content. */
export function SetupPage() {
  return (
    <div className="max-w-3xl">
      <Seo title="Démarrage" noIndex />
      <PageHeader title="Démarrage" />
      <SetupList />
      <EmptyDemo />
    </div>
  );
}

/** « Vider le studio de démonstration », while there is demo content. */
function EmptyDemo() {
  const { data: state } = useQuery(setup.state());
  const empty = useMutation(setup.emptyDemo());
  const [asks, setAsks] = useState(false);
  const isReadOnly = useIsReadOnly();
  const contents = demoContents(state?.demo_counts ?? {});
  if (!asks && (!state?.demo || isReadOnly)) return null;
  return (
    <section aria-labelledby="demonstration" className="mt-8 rounded-xl border border-line bg-paper p-5">
      <h2 id="demonstration" className="text-lg font-semibold">
        Contenu de démonstration
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-sm text-slate">
        {contents || 'Les visites, contacts, demandes, déplacements et campagnes'} d’exemple sont inventés. Ce
        que vous avez ajouté vous-même reste.
      </p>
      <Button variant="outline" onClick={() => setAsks(true)}>
        Vider le studio de démonstration
      </Button>
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Vider le studio de démonstration?"
        description={`${contents ? `${contents}\u00a0: tout` : 'Tout'} le contenu d’exemple sera supprimé, même si vous l’avez modifié ou mis à la corbeille; l’identité d’exemple aussi, si vous ne l’avez pas changée. Cette action est irréversible.`}
        confirmLabel="Vider le studio"
        pending={empty.isPending}
        onConfirm={() => empty.mutate(undefined, { onSettled: () => setAsks(false) })}
      />
    </section>
  );
}
