import { useMutation } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { acceptProposals, rejectProposal } from '@/admin/tours/data/proposals';
import {
  hasModifier,
  ProposalDecision,
  proposalCommand,
  proposalKinds,
} from '@/admin/tours/parts/proposal-decision';
import { formatNumber } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { Button } from '@/shared/ui/button';
import { decidePicture, toDecide } from '../data/picture-review';
import { type SurveyPicture, surveyPictures } from '../data/survey-pictures';
import { usePreview } from './use-preview';

/** Size of a blur that is put by hand, in degrees: a plate at three metres. */
const BY_HAND = { width: 5, height: 4 };

/** The pictures of a survey one by one, those with something to decide first; by keys or by buttons. */
export function PictureReview({ surveyId, pictures }: { surveyId: string; pictures: SurveyPicture[] }) {
  const isReadOnly = useIsReadOnly();
  const [chosen, setChosen] = useState<string>();
  const [at, setAt] = useState(0);
  const keep = useMutation(decidePicture(surveyId));
  const leaveOut = useMutation(surveyPictures.leaveOut());
  const undecided = toDecide(pictures);
  const picture =
    pictures.find(({ id }) => id === chosen) ?? undecided[0] ?? (pictures[0] as SurveyPicture | undefined);
  const { src, isError } = usePreview(picture?.preview ?? null);
  if (!picture) return null;
  const { proposals, blurs } = picture;
  const index = Math.min(at, proposals.length - 1);
  const one = proposals[index];
  const place = pictures.indexOf(picture);
  const isFull = blurs.length >= tourLimits.blurs;

  const open = (next: SurveyPicture | undefined) => {
    if (!next) return;
    setChosen(next.id);
    setAt(0);
  };
  const change = (next: Pick<SurveyPicture, 'blurs' | 'proposals'>) => {
    keep.mutate({ id: picture.id, blurs: next.blurs, proposals: next.proposals });
    // The next picture to decide on, once this one is done.
    if (next.proposals.length === 0 && proposals.length > 0) {
      open(
        undecided.find(({ id }, nth) => id !== picture.id && nth > undecided.indexOf(picture)) ??
          undecided.find(({ id }) => id !== picture.id) ??
          picture,
      );
    } else setAt(Math.min(index, Math.max(0, next.proposals.length - 1)));
  };
  const blur = () => one && !isFull && change(acceptProposals(picture, [one.id]));
  const reject = () => one && change(rejectProposal(picture, one.id));
  const onKeyDown = (event: KeyboardEvent) => {
    const command = proposalCommand(event, isReadOnly);
    if (command === 'blur') blur();
    else if (command === 'reject') reject();
    else if (command === 'previous') setAt(Math.max(0, index - 1));
    else if (command === 'next') setAt(Math.min(proposals.length - 1, index + 1));
    else if (hasModifier(event)) return;
    else if (event.key === 'PageUp') open(pictures[place - 1]);
    else if (event.key === 'PageDown') open(pictures[place + 1]);
    else return;
    event.preventDefault();
  };
  const addByHand = ({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>) => {
    if (isReadOnly || isFull) return;
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const yaw = ((clientX - left) / width) * 360 - 180;
    const pitch = 90 - ((clientY - top) / height) * 180;
    change({ blurs: [...blurs, { id: crypto.randomUUID(), yaw, pitch, ...BY_HAND }], proposals });
  };

  return (
    <section
      aria-label="Revue des photos"
      aria-describedby="review-keys"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="space-y-3 rounded-xl border border-line bg-paper p-4 focus-visible:outline-4 focus-visible:outline-sumac"
    >
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto min-w-0 font-semibold wrap-anywhere" aria-live="polite">
          {picture.file_name}
          <span className="block text-sm font-normal text-slate">
            Photo {formatNumber(place + 1)} sur {formatNumber(pictures.length)}
            {blurs.length > 0 && ` · ${blurs.length}\u00a0${blurs.length > 1 ? 'flous' : 'flou'}`}
            {picture.searched_by === null && ' · pas encore cherchée'}
          </span>
        </p>
        {!isReadOnly && (
          <Button size="sm" variant="outline" onClick={() => leaveOut.mutate(picture.id)}>
            Écarter la photo
          </Button>
        )}
        <IconButton
          label="Photo précédente"
          aria-disabled={place === 0}
          onClick={() => open(pictures[place - 1])}
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton
          label="Photo suivante"
          aria-disabled={place === pictures.length - 1}
          onClick={() => open(pictures[place + 1])}
        >
          <ChevronRight aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      {isError && (
        <p role="alert" className="font-medium text-sumac-deep">
          L’aperçu n’a pas pu être chargé. Vérifiez votre connexion, puis changez de photo.
        </p>
      )}
      {one && (
        <div className="grid gap-4 sm:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
          <svg
            viewBox={viewAround(one)}
            role="img"
            aria-label={`${proposalKinds[one.kind]}, agrandi`}
            className="aspect-[4/3] w-full rounded-lg bg-mist"
          >
            {src && <image href={src} width={360} height={180} preserveAspectRatio="none" />}
            <Outline ellipse={one} className="stroke-sumac" width={2} />
          </svg>
          <div className="space-y-3">
            <ProposalDecision
              proposal={one}
              place={`${index + 1} sur ${proposals.length}`}
              isFull={isFull}
              onBlur={blur}
              onReject={reject}
            />
            <p id="review-keys" className="text-sm text-slate max-sm:sr-only">
              F ou Entrée&nbsp;: flouter. X ou Suppr&nbsp;: ce n’est rien. ← et →&nbsp;: une autre
              proposition. Page précédente et Page suivante&nbsp;: une autre photo.
            </p>
          </div>
        </div>
      )}
      {isFull && (
        <p role="alert" className="text-sm text-sumac-deep">
          Une photo a au plus {tourLimits.blurs} flous&nbsp;: retirez-en pour en ajouter.
        </p>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the proposals have keys; a place that only the eye finds needs a pointer */}
      <svg
        viewBox="0 0 360 180"
        role="img"
        aria-label={`Photo entière\u00a0: ${blurs.length} flous, ${proposals.length} propositions. Appuyez pour ajouter un flou.`}
        onClick={addByHand}
        className={`aspect-[2/1] w-full rounded-lg bg-mist ${isReadOnly ? '' : 'cursor-crosshair'}`}
      >
        {src && <image href={src} width={360} height={180} preserveAspectRatio="none" />}
        {blurs.map((each) => (
          <Outline key={each.id} ellipse={each} className="fill-ink/60 stroke-paper" width={1.5} />
        ))}
        {proposals.map((each) => (
          <Outline
            key={each.id}
            ellipse={each}
            className={each === one ? 'stroke-sumac' : 'stroke-amber-pale'}
            width={each === one ? 3 : 2}
          />
        ))}
      </svg>
      {blurs.length > 0 && (
        <ul aria-label="Flous de la photo" className="flex flex-wrap gap-2">
          {blurs.map((each, nth) => (
            <li key={each.id}>
              <Button
                size="sm"
                variant="outline"
                disabled={isReadOnly}
                aria-label={`Retirer le flou ${nth + 1}`}
                onClick={() => change({ blurs: blurs.filter((other) => other !== each), proposals })}
              >
                <svg viewBox={viewAround(each)} aria-hidden="true" className="h-6 w-9 rounded">
                  {src && <image href={src} width={360} height={180} preserveAspectRatio="none" />}
                </svg>
                <X aria-hidden="true" className="size-4" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type Ellipse = { yaw: number; pitch: number; width: number; height: number };

/** A view of the flat picture around an ellipse, in degrees from its top left. */
function viewAround({ yaw, pitch, width, height }: Ellipse): string {
  const high = Math.min(90, Math.max(8, width * 2.5, height * 2.5));
  const wide = (high * 4) / 3;
  return [yaw + 180 - wide / 2, 90 - pitch - high / 2, wide, high].join(' ');
}

/** An ellipse on the flat picture; one that crosses an edge continues at the opposite edge. */
function Outline({
  ellipse: { yaw, pitch, width, height },
  className,
  width: stroke,
}: {
  ellipse: Ellipse;
  className: string;
  width: number;
}) {
  return [-360, 0, 360].map((turn) => (
    <ellipse
      key={turn}
      cx={yaw + 180 + turn}
      cy={90 - pitch}
      rx={width / 2}
      ry={height / 2}
      strokeWidth={stroke}
      vectorEffect="non-scaling-stroke"
      className={`${className} ${className.includes('fill') ? '' : 'fill-none'}`}
    />
  ));
}
