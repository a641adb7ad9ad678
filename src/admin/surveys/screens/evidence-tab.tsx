import { useMutation, useQuery } from '@tanstack/react-query';
import { Stamp } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '@/admin/kit/lib/dates';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { StatusBadge } from '@/admin/kit/ui/status-badge';
import { settingsOf } from '@/admin/settings/data/settings';
import { settingsPaths } from '@/admin/settings/paths';
import { momentText } from '@/shared/evidence/evidence-words';
import { SealWords } from '@/shared/evidence/seal-words';
import { counted, fileSize } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { TechnicalDetails } from '@/shared/ui/technical-details';
import { clashingNames } from '../data/build-manifest';
import { type SealRequest, type SurveyProof, type SurveySeal, seals } from '../data/seals';
import { OriginalHashes } from './original-hashes';

/** Pairs of names shown before the rest is counted. */
const SHOWN_CLASHES = 10;

const cardClass = 'rounded-xl border border-line bg-paper p-5';

/** « Preuve »: hashing the originals of a survey, sealing it, and the stamps of its seals. */
export function EvidenceTab({ surveyId }: { surveyId: string }) {
  const proof = useQuery(seals.proof(surveyId));
  const made = useQuery(seals.ofSurvey(surveyId));
  if (proof.isError || made.isError) {
    return (
      <ErrorState
        title="Impossible de charger la preuve"
        error={proof.error ?? made.error}
        onRetry={() => Promise.all([proof.refetch(), made.refetch()])}
      />
    );
  }
  if (!proof.data || !made.data) return <Spinner />;
  return (
    <div className="max-w-4xl space-y-5">
      <AdminsOnly>
        <OriginalHashes surveyId={surveyId} proof={proof.data} />
        <SealForm surveyId={surveyId} proof={proof.data} isAgain={made.data.length > 0} />
      </AdminsOnly>
      <section aria-labelledby="sceaux" className={cardClass}>
        <h2 id="sceaux" className="text-lg font-semibold">
          Sceaux
        </h2>
        {made.data.length === 0 ? (
          <p className="mt-1 text-slate">Ce relevé n’est pas encore scellé.</p>
        ) : (
          <ul className="mt-2 divide-y divide-line">
            {made.data.map((seal) => (
              <SealItem key={seal.id} seal={seal} />
            ))}
          </ul>
        )}
      </section>
      <SealWords />
    </div>
  );
}

function SealForm({ surveyId, proof, isAgain }: { surveyId: string; proof: SurveyProof; isAgain: boolean }) {
  const seal = useMutation(seals.seal(surveyId));
  const settings = useQuery(settingsOf('evidence_settings'));
  const [isAsking, setIsAsking] = useState(false);
  const kept = useMemo(() => proof.pictures.filter(({ left_out }) => left_out === null), [proof]);
  const unhashed = kept.filter(({ sha256 }) => sha256 === null).length;
  const unplaced = kept.filter(({ lat, taken_at }) => lat === null || taken_at === null).length;
  const clashes = useMemo(() => clashingNames(kept.map(({ file_name }) => file_name)), [kept]);
  const isReady = kept.length > 0 && unhashed === 0 && clashes.length === 0;
  const authorities = settings.data?.authorities ?? [];
  return (
    <section aria-labelledby="sceller" className={cardClass}>
      <h2 id="sceller" className="text-lg font-semibold">
        2. Sceller
      </h2>
      <p className="mt-1 max-w-prose text-slate">
        Le sceau fixe, pour chaque image, l’empreinte de l’original, l’heure, la position, l’orientation et la
        source de chacune. {isAgain && 'Un nouveau sceau s’ajoute aux précédents, qui restent tels quels. '}
        {settings.data &&
          (authorities.length > 0
            ? `${counted(authorities.length, 'autorité')} d’horodatage en ${authorities.length > 1 ? 'attesteront' : 'attestera'} l’heure.`
            : 'Aucune autorité d’horodatage n’est choisie\u00a0: la date sera celle que le studio déclare.')}
      </p>
      {settings.data && authorities.length === 0 && (
        <p className="mt-1">
          <Link
            to={settingsPaths.evidence.href()}
            className="inline-block min-h-6 underline underline-offset-4"
          >
            Choisir une autorité
          </Link>
        </p>
      )}
      {unplaced > 0 && (
        <p className="mt-3 rounded-lg bg-amber-pale px-4 py-3 text-amber-ink">
          {counted(unplaced, 'image')} sans heure ou sans position&nbsp;: le sceau le dira. Placez-les ou
          écartez-les d’abord, si vous le pouvez.
        </p>
      )}
      {clashes.length > 0 && (
        <div role="alert" className="mt-3 rounded-lg bg-amber-pale px-4 py-3 text-amber-ink">
          <p>
            Des noms ne diffèrent que par les majuscules ou l’écriture des accents&nbsp;: sur un disque de
            Windows ou de Mac, une image de chaque paire disparaîtrait du dossier remis. Renommez-les et
            importez-les de nouveau, ou écartez-en une.
          </p>
          <ul className="mt-2 list-disc pl-5 font-mono text-sm wrap-anywhere">
            {clashes.slice(0, SHOWN_CLASHES).map(([one, other]) => (
              <li key={other}>
                {one} et {other}
              </li>
            ))}
          </ul>
          {clashes.length > SHOWN_CLASHES && <p>Et {clashes.length - SHOWN_CLASHES} autres.</p>}
        </div>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button
          variant="accent"
          disabled={!isReady}
          pending={seal.isPending}
          onClick={() => setIsAsking(true)}
        >
          <Stamp aria-hidden="true" className="size-4" />
          Sceller {counted(kept.length, 'image')}
        </Button>
        {(kept.length === 0 || unhashed > 0) && (
          <p className="text-sm text-slate">
            {kept.length === 0
              ? 'Ce relevé n’a aucune image à sceller.'
              : `Calculez d’abord ${counted(unhashed, 'empreinte')}.`}
          </p>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Sceller ce relevé?"
        description="Un sceau ne se modifie pas et ne s’efface pas. Ce qui a été lu des images ne changera plus; une position corrigée ensuite demandera un nouveau sceau."
        confirmLabel="Sceller"
        pending={seal.isPending}
        onConfirm={() => seal.mutate(proof, { onSettled: () => setIsAsking(false) })}
      />
    </section>
  );
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address);

function SealItem({ seal }: { seal: SurveySeal }) {
  const again = useMutation(seals.stampAgain());
  const settings = useQuery(settingsOf('evidence_settings'));
  const { seal_tokens: tokens, seal_requests: requests } = seal;
  const known = [...tokens, ...requests].map(({ authority }) => authority);
  const isUnasked = settings.data?.authorities.some((authority) => !known.includes(authority)) ?? false;
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">{momentText(seal.sealed_at)}</span>
        {tokens.length > 0 ? (
          <StatusBadge tone="done" label="Scellé et horodaté" wraps />
        ) : (
          <StatusBadge tone="active" label="Scellé, sans horodatage externe" wraps />
        )}
        <span className="text-sm text-slate">
          {counted(seal.pictures, 'image')} · {fileSize(seal.bytes)}
        </span>
      </div>
      <ul className="mt-1 space-y-1 text-sm">
        {tokens.map((token) => (
          <li key={token.id}>
            Horodaté le {momentText(token.gen_time)} par {hostOf(token.authority)}
          </li>
        ))}
        {requests.map((request) => (
          <li key={request.authority} className="text-amber-ink">
            {hostOf(request.authority)}&nbsp;: {waitingText(request)}
          </li>
        ))}
      </ul>
      {(requests.some(({ attempts }) => attempts > 0) || isUnasked) && (
        <AdminsOnly>
          <Button
            variant="outline"
            size="sm"
            className="mt-2 min-h-11"
            pending={again.isPending}
            onClick={() => again.mutate(seal.id)}
          >
            Demander l’horodatage maintenant
          </Button>
        </AdminsOnly>
      )}
      <TechnicalDetails>
        <p>Racine&nbsp;: {seal.merkle_root}</p>
        <p>Empreinte du manifeste (SHA-256)&nbsp;: {seal.manifest_sha256}</p>
      </TechnicalDetails>
    </li>
  );
}

function waitingText({ attempts, last_error, next_attempt }: SealRequest): string {
  if (attempts === 0 || !last_error) return 'horodatage demandé…';
  const next = next_attempt
    ? `Prochain essai le ${formatDateTime(next_attempt)}.`
    : 'Aucun autre essai prévu.';
  return `pas encore d’horodatage. ${last_error} ${next}`;
}
