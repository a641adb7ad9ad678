import { X } from 'lucide-react';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { IconButton } from '@/admin/kit/ui/icon-button';
import type { Tables } from '@/shared/database.types';
import { Form } from '@/shared/ui/form-fields';
import { TechnicalDetails } from '@/shared/ui/technical-details';
import { embeddingSchema, saveEmbedding, siteSchema, toEmbeddingVersion } from '../data/embedding';
import { tables } from '../data/tables';
import { AddField } from './add-field';
import { Section } from './section';
import { useSettingsForm } from './use-settings-form';

const { fields } = tables.embedding_settings;

const embeddingLabels = {
  is_open: 'Qui peut montrer nos visites',
  sites: 'Sites permis',
  new_site: 'Site à ajouter',
} as const;

/** Edits the other sites that may show the studio's tours in their pages. */
export function EmbeddingForm({ stored }: { stored: Tables<'embedding_settings'> }) {
  const { form, submit, guards, actions } = useSettingsForm({
    schema: embeddingSchema,
    version: toEmbeddingVersion(stored),
    saving: saveEmbedding(),
    labels: embeddingLabels,
    together: [],
  });
  const { control, setValue } = form;
  const { errors } = form.formState;
  const isOpen = useWatch({ control, name: 'is_open' });
  const typed = useWatch({ control, name: 'new_site' });
  const choose = (open: boolean) => setValue('is_open', open, { shouldDirty: true });
  return (
    <Form form={form} aria-label="Partage" onSubmit={submit} className="space-y-6">
      {guards}
      <Section
        title="Sites qui peuvent montrer nos visites"
        text="Une municipalité peut afficher une visite dans une page de son propre site, avec la ligne que donne «&nbsp;Partager&nbsp;» dans chaque visite. Nommez ici les sites à qui vous le permettez."
      >
        <fieldset className="space-y-3">
          <legend className="sr-only">{embeddingLabels.is_open}</legend>
          <Choice
            checked={!isOpen}
            onChoose={() => choose(false)}
            label="Seulement les sites de cette liste"
            hint="Sans aucun site, personne d’autre ne peut les montrer."
          />
          {!isOpen && (
            <div className="pl-8">
              <Controller
                control={control}
                name="sites"
                render={({ field }) => (
                  <SiteList
                    value={field.value}
                    onChange={field.onChange}
                    typed={typed}
                    onType={(text) => setValue('new_site', text, { shouldDirty: true })}
                    error={
                      errors.new_site?.message ??
                      errors.sites?.message ??
                      errors.sites?.find?.(Boolean)?.message
                    }
                  />
                )}
              />
            </div>
          )}
          <Choice
            checked={isOpen}
            onChoose={() => choose(true)}
            label={fields.is_open.copied}
            hint="N’importe quelle page pourra montrer vos visites, aussi celles de gens que vous ne connaissez pas."
          />
        </fieldset>
        <TechnicalDetails>
          Le site publié l’écrit dans l’en-tête Content-Security-Policy (frame-ancestors) de chaque visite,
          que le navigateur fait respecter. Chez un hébergeur qui n’envoie pas d’en-têtes, la page refuse
          elle-même.
        </TechnicalDetails>
      </Section>
      {actions}
    </Form>
  );
}

function Choice({
  checked,
  onChoose,
  label,
  hint,
}: {
  checked: boolean;
  onChoose: () => void;
  label: string;
  hint: string;
}) {
  return (
    <label className="flex min-h-6 items-start gap-3">
      <input
        type="radio"
        name="qui"
        checked={checked}
        onChange={onChoose}
        className="mt-0.5 size-5 shrink-0 accent-spruce"
      />
      <span>
        <span className="font-semibold">{label}</span>
        <span className="block text-sm text-slate">{hint}</span>
      </span>
    </label>
  );
}

/** The allowed sites, to add and to remove; saved with the form. */
function SiteList({
  value,
  onChange,
  typed,
  onType,
  error,
}: {
  value: readonly string[];
  onChange: (value: string[]) => void;
  typed: string;
  onType: (text: string) => void;
  error: string | undefined;
}) {
  const [problem, setProblem] = useState<string>();
  const visibleError = problem ?? error;
  const add = () => {
    const { data, error: refused } = siteSchema.safeParse(typed);
    setProblem(refused?.issues[0]?.message);
    if (!data) return;
    onChange([...new Set([...value, data])]);
    onType('');
  };
  return (
    <div className="space-y-3">
      {value.length > 0 && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {value.map((site) => (
            <li key={site} className="flex items-center gap-3 py-1 pr-1 pl-3">
              <span className="min-w-0 grow wrap-anywhere">
                {site.replace('https://', '')}
                {site.startsWith('https://*.') && (
                  <span className="block text-sm text-slate">Tous les sites sous ce domaine</span>
                )}
              </span>
              <IconButton
                label={`Retirer ${site.replace('https://', '')}`}
                onClick={() => onChange(value.filter((other) => other !== site))}
              >
                <X aria-hidden="true" className="size-4" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <AddField
        label={embeddingLabels.new_site}
        hint="www.ville.example, ou *.mrc.example pour tous les sites sous ce domaine."
        type="text"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        error={visibleError}
        onChange={({ target }) => {
          onType(target.value);
          setProblem(undefined);
        }}
        onAdd={add}
      />
    </div>
  );
}
