import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { CopyField } from '@/admin/kit/ui/copy-field';
import { PageHeader } from '@/admin/kit/ui/page-header';
import { TableSkeleton } from '@/admin/kit/ui/table-skeleton';
import { SettingsSections } from '@/admin/settings/parts/settings-sections';
import { guidePaths } from '@/admin/shell/paths';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Form, SelectField, TextField } from '@/shared/ui/form-fields';
import { Seo } from '@/shared/ui/seo';
import { assistant, assistantAddress } from '../data/assistant';
import { emptyKey, type KeyInput, type KeyValues, keyDurations, keySchema } from '../data/assistant.schema';
import { PreparedDrafts } from '../parts/prepared-drafts';
import { CallList } from './call-list';
import { KeyList } from './key-list';

/** The keys with which one's assistant reads the data, and what it asked. */
export function AssistantPage() {
  const isReadOnly = useIsReadOnly();
  const mine = useQuery({ ...assistant.mine(), enabled: !isReadOnly });
  return (
    <>
      <Seo title="Assistant" noIndex />
      <PageHeader title="Assistant" />
      <SettingsSections />
      {isReadOnly ? (
        <p className="max-w-prose">Un assistant se branche avec la clé d’un administrateur.</p>
      ) : (
        <div className="space-y-8">
          <PreparedDrafts />
          <NewKey />
          {mine.isPending ? (
            <TableSkeleton />
          ) : !mine.data ? (
            <ErrorState
              title="Impossible de charger les clés de l’assistant"
              error={mine.error}
              onRetry={() => mine.refetch()}
            />
          ) : (
            <>
              <KeyList keys={mine.data.keys} />
              {mine.data.keys.length > 0 && <CallList calls={mine.data.calls} />}
            </>
          )}
        </div>
      )}
    </>
  );
}

/** Makes a key, and shows it this once: the database only stores its hash. */
function NewKey() {
  const create = useMutation(assistant.create());
  const form = useForm<KeyValues, unknown, KeyInput>({
    resolver: zodResolver(keySchema),
    defaultValues: emptyKey,
  });
  return (
    <Form
      form={form}
      aria-label="Brancher un assistant"
      onSubmit={form.handleSubmit((input) => {
        if (!create.isPending) create.mutate(input, { onSuccess: () => form.reset(emptyKey) });
      })}
      className="space-y-4 rounded-xl border border-line bg-paper p-5"
    >
      <h2 className="text-lg font-semibold">Brancher un assistant</h2>
      <div className="max-w-prose space-y-2 text-sm text-slate">
        <p>
          Claude, ChatGPT, Le Chat et d’autres assistants peuvent lire les données du studio pour répondre à
          vos questions, et préparer des brouillons que vous relisez. Ils lisent ce que vous lisez, ne
          changent rien et n’envoient rien.
        </p>
        <p>
          Ce qu’il lit part chez l’entreprise qui l’offre, souvent hors du Québec&nbsp;: la Loi&nbsp;25
          demande de l’évaluer avant.{' '}
          <Link to={guidePaths.one.href('brancher-un-assistant')} className="underline underline-offset-4">
            Voyez comment
          </Link>
          .
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[1fr_12rem_auto]">
        <TextField<KeyValues>
          name="name"
          label="Nom de l’assistant"
          required
          autoComplete="off"
          hint="Celui qui sert à le reconnaître ici, par exemple «&nbsp;Claude, portable&nbsp;»."
        />
        <SelectField<KeyValues> name="days" label="Valide pendant" required options={keyDurations} />
        <Button type="submit" variant="accent" className="sm:mt-7" pending={create.isPending}>
          <KeyRound aria-hidden="true" className="size-4" />
          Créer une clé
        </Button>
      </div>
      {create.data && (
        <div role="status" className="space-y-4 rounded-lg bg-spruce-pale p-4">
          <CopyField label="Adresse du serveur MCP" value={assistantAddress()} copied="Adresse copiée" />
          <CopyField label="Clé" value={create.data} copied="Clé copiée" />
          <p className="text-sm">
            Dans votre assistant, ajoutez un «&nbsp;connecteur&nbsp;» ou un «&nbsp;serveur MCP&nbsp;» à cette
            adresse. S’il demande un jeton, donnez la clé; s’il demande un en-tête, écrivez{' '}
            <code>Authorization: Bearer</code>, une espace, puis la clé.
          </p>
          <p className="text-sm">
            La clé n’est montrée qu’une fois. Quiconque l’a peut lire vos données&nbsp;: ne la partagez pas.
          </p>
        </div>
      )}
    </Form>
  );
}
