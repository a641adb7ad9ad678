import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '@/shared/ui/button';
import { longDay } from '@/shared/ui/quote-sheet';
import type { OfferedConsent, PersonalRecord } from '@/site/data/personal-record';
import { Failure } from '@/site/ui/answer-parts';
import { basisTexts } from './record-lists';
import { type Api, RecordSection } from './record-section';

type Commercial = PersonalRecord['commercial'];

/** Reasons why no commercial message is sent any more: stored reason → sentence. */
const stopTexts: Record<NonNullable<NonNullable<Commercial>['suppression']>, string> = {
  unsubscribed: 'Vous avez demandé à ne plus recevoir nos offres.',
  bounced: 'Votre serveur de courriel a refusé nos messages, et votre adresse est retirée de nos envois.',
  complained:
    'Un de nos messages a été signalé comme indésirable, et votre adresse est retirée de nos envois.',
  manual: 'Notre équipe a retiré votre adresse de nos envois.',
  erased: 'Vos renseignements ont été effacés, et votre adresse est retirée de nos envois.',
};

/** Tells in one sentence whether commercial messages may be sent, and why. */
function stateText(commercial: Commercial): string {
  switch (commercial?.state) {
    case 'allowed': {
      const until = commercial.expiresAt ? `, jusqu’au ${longDay(commercial.expiresAt)}` : '';
      const basis = commercial.basis ? basisTexts[commercial.basis].toLowerCase() : '';
      return `Nous pouvons vous écrire pour vous présenter nos services\u00a0: ${basis}${until}.`;
    }
    case 'unsubscribed':
      return `${stopTexts[commercial.suppression ?? 'unsubscribed']} Nous ne vous en envoyons plus.`;
    case 'withdrawn':
      return `${stopTexts.unsubscribed} Nous ne vous en envoyons plus.`;
    case 'ticked':
      return `Le ${longDay(commercial.at ?? '')}, vous avez coché dans votre demande que vous acceptez de recevoir nos offres. Nous pouvons donc vous en envoyer.`;
    case 'expired':
      return 'Ce qui nous permettait de vous écrire a pris fin. Nous ne vous envoyons plus d’offres.';
    case 'refused':
      return 'L’adresse est publiée avec un refus de sollicitation. Nous ne vous envoyons pas d’offres.';
    default:
      return 'Rien ne nous permet de vous envoyer des offres, et nous ne vous en envoyons pas.';
  }
}

/** The consent to commercial messages: its state, its withdrawal at once, and a new one. */
export function CommercialMessages({ record, api }: { record: PersonalRecord; api: Api }) {
  const withdraw = useMutation(api.withdraw());
  const { commercial, offer } = record;
  const isStopped = commercial?.state === 'unsubscribed';
  const isExpress = commercial?.state === 'allowed' && commercial.basis === 'express';
  return (
    <RecordSection title="Nos offres par courriel">
      <p role="status">{stateText(commercial)}</p>
      {!isStopped && (
        <div className="space-y-3">
          <Button variant="accent" pending={withdraw.isPending} onClick={() => withdraw.mutate()}>
            Ne plus recevoir d’offres
          </Button>
          <p className="text-sm text-slate">
            Le retrait est immédiat. Nous répondrons encore à ce que vous nous demandez vous-même.
          </p>
        </div>
      )}
      {withdraw.isError && (
        <Failure error={withdraw.error} title="Votre retrait n’a pas pu être enregistré." />
      )}
      {!isExpress && offer && <NewConsent offer={offer} api={api} />}
    </RecordSection>
  );
}

/** The consent that the page offers, never ticked beforehand. */
function NewConsent({ offer, api }: { offer: OfferedConsent; api: Api }) {
  const consent = useMutation(api.consent());
  const [isTicked, setIsTicked] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const id = useId();
  const give = () => {
    setIsMissing(!isTicked);
    if (isTicked) consent.mutate(offer);
  };
  return (
    <div className="space-y-4 rounded-lg border border-line p-4">
      <h3 className="font-semibold">Recevoir nos offres</h3>
      <div className="flex gap-3">
        <input
          id={id}
          type="checkbox"
          checked={isTicked}
          onChange={(event) => setIsTicked(event.target.checked)}
          aria-describedby={`${id}-details ${id}-error`}
          aria-invalid={isMissing && !isTicked}
          className="mt-0.5 size-6 shrink-0 accent-spruce"
        />
        <div className="min-w-0">
          <label htmlFor={id} className="block font-medium">
            {offer.label}
          </label>
          <p id={`${id}-details`} className="mt-1 text-sm wrap-anywhere text-slate">
            {offer.details}
          </p>
        </div>
      </div>
      <p id={`${id}-error`} className="text-sm font-medium text-sumac-deep empty:hidden">
        {isMissing && !isTicked && 'Cochez la case pour donner votre accord.'}
      </p>
      <Button variant="outline" pending={consent.isPending} onClick={give}>
        Donner mon accord
      </Button>
      {consent.isError && <Failure error={consent.error} title="Votre accord n’a pas pu être enregistré." />}
    </div>
  );
}
