import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { Controller, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { withScheme } from '@/admin/kit/lib/text-schemas';
import { paths } from '@/shared/lib/paths';
import { Button } from '@/shared/ui/button';
import { SelectField, TextField } from '@/shared/ui/form-fields';
import { tables } from '../data/tables';
import { panoramasLeave, tourStatuses } from '../data/tour-labels';
import type { TourFormValues } from '../data/tours.schema';
import { CaseFields } from './case-fields';
import { DescriptionField } from './description-field';
import { LocationField } from './location-field';
import { PictureField } from './picture-field';
import { TagsField } from './tags-field';
import type { PanoramaProgress } from './use-panorama-uploads';
import type { ProposalHints } from './use-tour-proposals';

const { fields } = tables.virtual_tours;

/** The status of a tour, with a notice about what leaves the site with it. */
function StatusField({ isOfPanoramas }: { isOfPanoramas: boolean }) {
  const { defaultValues } = useFormState<TourFormValues>();
  const status = useWatch<TourFormValues, 'status'>({ name: 'status' });
  const leaves = defaultValues?.status === 'published' && status !== 'published';
  return (
    <SelectField<TourFormValues>
      name="status"
      label={fields.status}
      required
      hint={
        leaves
          ? `La visite quittera le site. ${panoramasLeave}`
          : isOfPanoramas && status === 'draft'
            ? 'La fiche et les scènes paraîtront ensemble, quand vous publierez la visite.'
            : 'Seules les visites publiées paraissent sur le site.'
      }
      options={tourStatuses}
    />
  );
}

type Props = {
  /** The stored tour; undefined for a new one. */
  tourId: string | undefined;
  /** True for a tour of our own panoramas, which needs no address. */
  hasScenes: boolean;
  /** Panoramas of a new tour; absent where none may be dropped. */
  panoramas?: readonly PanoramaProgress[] | undefined;
  /** Address of the form that takes panoramas; absent when this one does. */
  dropAddress?: string | undefined;
  hints: ProposalHints;
  /** Called when the title is typed. */
  onTitle: (title: string) => void;
  freeSlug: string | undefined;
  onTakeFreeSlug: () => void;
  /** Called when an upload to this address starts. */
  onUpload: (address: string) => void;
  /** Called with the work of a proposed picture. */
  onPosterWork: (work: Promise<void>) => void;
};

const NO_PANORAMAS: readonly PanoramaProgress[] = [];

/** Every field of a tour, new or existing. */
export function TourInputs({
  tourId,
  hasScenes,
  panoramas,
  dropAddress,
  hints,
  onTitle,
  freeSlug,
  onTakeFreeSlug,
  onUpload,
  onPosterWork,
}: Props) {
  const { register, control, formState, getValues, setValue } = useFormContext<TourFormValues>();
  const { state } = useLocation();

  const completeUrl = () => {
    const [typed, whole] = [getValues('url'), withScheme(getValues('url').trim())];
    if (whole !== typed) setValue('url', whole, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  };

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] xl:grid-cols-[minmax(0,1fr)_26rem]">
      <FormSection title="Informations générales">
        <TextField<TourFormValues>
          name="title"
          label={fields.title}
          required
          hint={hints.title}
          rules={{ onChange: ({ target }) => onTitle(target.value) }}
          autoComplete="off"
        />
        <SlugField free={freeSlug} onTakeFree={onTakeFreeSlug} />
        <LocationField hint={hints.location} />
        <DescriptionField tourId={tourId} />
        <TextField<TourFormValues>
          name="url"
          label="URL de la visite"
          required={!hasScenes}
          hint={
            hasScenes
              ? 'Facultative\u00a0: la visite de vos panoramas est sur votre site.'
              : 'L’adresse qui s’ouvre par «\u00a0Explorer la visite virtuelle\u00a0».'
          }
          type="text"
          rules={{ onBlur: completeUrl }}
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
        />
        {dropAddress && (
          <p className="text-sm text-slate">
            Vous avez les panoramas?{' '}
            <Link
              to={dropAddress}
              state={state}
              onClick={() => setValue('status', 'draft', { shouldDirty: true })}
              className="font-semibold text-spruce underline underline-offset-4"
            >
              Déposez-les ici
            </Link>
          </p>
        )}
        <TextField<TourFormValues>
          name="panorama_url"
          label={fields.panorama_url}
          hint="Adresse d’une image à 360°, deux fois plus large que haute, à parcourir sur la page de la visite."
          inputMode="url"
          autoComplete="off"
        />
        <CaseFields hints={hints} />
      </FormSection>

      <div className="grid gap-6">
        <FormSection title="Image">
          <Controller
            control={control}
            name="image_url"
            render={({ field }) => (
              <PictureField
                value={field.value}
                onChange={field.onChange}
                onUpload={onUpload}
                error={formState.errors.image_url?.message}
                panoramas={panoramas ?? NO_PANORAMAS}
                onWork={onPosterWork}
              />
            )}
          />
          <CardText />
        </FormSection>

        <FormSection title="Catégories">
          <Controller
            control={control}
            name="tag_ids"
            render={({ field }) => <TagsField value={field.value} onChange={field.onChange} />}
          />
        </FormSection>

        <FormSection title="Paramètres">
          <StatusField isOfPanoramas={panoramas !== undefined} />
          <label className="flex min-h-6 items-start gap-3">
            <input type="checkbox" {...register('is_featured')} className="mt-0.5 size-5 accent-spruce" />
            <span>
              <span className="font-semibold">Coup de cœur</span>
              <span className="block text-sm text-slate">Mise en vedette sur la page d’accueil.</span>
            </span>
          </label>
        </FormSection>
      </div>
    </div>
  );
}

/** Previews the text that visitors will read under the picture. */
function CardText() {
  const [title, location, description] = useWatch<TourFormValues, ['title', 'location', 'description']>({
    name: ['title', 'location', 'description'],
  });
  return (
    <div aria-hidden="true" className="wrap-anywhere">
      <p className="text-lg font-semibold">{title || 'Titre de la visite'}</p>
      {location && <p className="text-sm text-slate">{location}</p>}
      {description && <p className="mt-2 line-clamp-3 text-sm">{description}</p>}
    </div>
  );
}

/** One part of a long form, with its title. */
export function FormSection({
  title,
  headingRef,
  children,
}: {
  title: string;
  /** Reference to a title that takes the focus. */
  headingRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}) {
  return (
    <section className="rounded-xl border border-line bg-paper p-5 sm:p-6">
      <h2 ref={headingRef} tabIndex={headingRef ? -1 : undefined} className="mb-5 text-lg font-bold">
        {title}
      </h2>
      <div className="space-y-5">{children}</div>
    </section>
  );
}

/**
 * The end of the tour's public address, which follows the title: a field once it is requested or refused.
 *
 * @param free a free slug, once the typed one turned out to be taken
 */
function SlugField({ free, onTakeFree }: { free: string | undefined; onTakeFree: () => void }) {
  const slug = useWatch<TourFormValues, 'slug'>({ name: 'slug' });
  const { errors } = useFormState<TourFormValues>({ name: 'slug' });
  const { setFocus } = useFormContext<TourFormValues>();
  const [isShown, setIsShown] = useState(false);
  const takesFocus = useRef(false);
  // Once refused it stays a field, even when the next input is valid.
  if ((errors.slug || free) && !isShown) setIsShown(true);
  useEffect(() => {
    if (isShown && (takesFocus.current || free)) setFocus('slug');
    takesFocus.current = false;
  }, [isShown, free, setFocus]);

  if (!isShown) {
    return (
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-slate">
        <span className="min-w-0 wrap-anywhere">
          Adresse de la page&nbsp;: {paths.tour.href('')}
          {slug || '…'}
        </span>
        <Button
          size="sm"
          variant="ghost"
          className="-ml-3.5 underline"
          onClick={() => {
            takesFocus.current = true;
            setIsShown(true);
          }}
        >
          Modifier l’adresse
        </Button>
      </p>
    );
  }
  return (
    <div>
      <TextField<TourFormValues>
        name="slug"
        label="Slug"
        required
        hint={`Adresse de la page\u00a0: ${slug ? paths.tour.href(slug) : `${paths.tour.href('')}…`}`}
        autoComplete="off"
        spellCheck={false}
      />
      {free && (
        <Button size="sm" variant="outline" className="mt-2" onClick={onTakeFree}>
          Utiliser «&nbsp;{free}&nbsp;»
        </Button>
      )}
    </div>
  );
}
