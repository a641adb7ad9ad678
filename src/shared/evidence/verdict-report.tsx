import { clockText, countsText } from '@evidence/evidence-texts.ts';
import { CircleCheck, CircleX, Printer, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { counted, fileSize } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { TechnicalDetails } from '@/shared/ui/technical-details';
import { headlineOf, momentText, stampProblems } from './evidence-words';
import { isStampValid, type StampVerdict, type Verdict } from './verdict';

/** Names shown before the rest is folded. */
const SHOWN_NAMES = 20;

const verdictStyles = {
  good: { icon: CircleCheck, className: 'border-spruce bg-spruce-pale', ink: 'text-spruce' },
  doubt: { icon: TriangleAlert, className: 'border-amber-ink bg-amber-pale', ink: 'text-amber-ink' },
  bad: { icon: CircleX, className: 'border-sumac bg-sumac-pale', ink: 'text-sumac-deep' },
};
const lookOf: Record<Verdict['level'], keyof typeof verdictStyles> = {
  whole: 'good',
  undated: 'doubt',
  'stamp-refused': 'doubt',
  incomplete: 'doubt',
  altered: 'bad',
  none: 'bad',
};

/**
 * Shows the verdict on a folder.
 *
 * @param folder its name, where there are several
 * @param takesFocus whether a screen reader is taken to it: the answer is what one waited for
 */
export function VerdictReport({
  verdict,
  folder,
  takesFocus,
}: {
  verdict: Verdict;
  folder: string;
  takesFocus: boolean;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each verdict is read anew.
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [verdict, takesFocus]);
  const { title, text } = headlineOf(verdict);
  const look = lookOf[verdict.level];
  const {
    icon: Icon,
    className,
    ink,
  } = verdictStyles[look === 'good' && verdict.added.length > 0 ? 'doubt' : look];
  return (
    <article aria-label={folder ? `Dossier ${folder}` : undefined} className="space-y-6">
      <div className={`rounded-2xl border-2 p-5 sm:p-6 ${className}`}>
        <div className="flex gap-4">
          <Icon aria-hidden="true" className={`mt-1 size-9 shrink-0 ${ink}`} />
          <div className="min-w-0">
            {folder && <p className="font-mono text-sm wrap-anywhere">{folder}</p>}
            <h2
              ref={heading}
              tabIndex={-1}
              data-verdict={verdict.level}
              className="text-2xl font-bold outline-none"
            >
              {title}
            </h2>
            <p className="mt-2">{text}</p>
            <p className="mt-2 text-sm text-slate">
              Vérifié le {momentText(verdict.checkedAt)}, selon l’horloge de cet ordinateur.
            </p>
          </div>
        </div>
        <div className="mt-4 flex justify-end print:hidden">
          <Button variant="outline" size="sm" className="min-h-11" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" />
            Imprimer le constat
          </Button>
        </div>
      </div>
      {verdict.level !== 'none' && (
        <>
          <Pictures verdict={verdict} />
          {verdict.added.length > 0 && (
            <Section title="Les fichiers ajoutés">
              <p className="mb-3">
                Ni le manifeste ni la liste de la remise ne nomment ces fichiers&nbsp;: le sceau n’en dit
                rien, et ils ne changent rien aux images scellées.{' '}
                <span className="font-semibold">Ajoutés&nbsp;: </span>
                <span data-count="Ajoutés">{verdict.added.length}</span>
              </p>
              <Names names={verdict.added} isOpen />
            </Section>
          )}
          <Section title="Depuis quand">
            {verdict.stamps.length === 0 ? (
              <p>Ce dossier ne contient aucun jeton d’horodatage.</p>
            ) : (
              <ul className="space-y-4">
                {verdict.stamps.map((stamp) => (
                  <Stamp key={stamp.file} verdict={stamp} />
                ))}
              </ul>
            )}
          </Section>
          {verdict.manifest && <Declared verdict={verdict} />}
          <Documents verdict={verdict} />
        </>
      )}
    </article>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-2xl border border-line bg-paper p-5 sm:p-6">
      <h2 className="mb-3 text-xl font-bold">{title}</h2>
      {children}
    </section>
  );
}

function Pictures({ verdict }: { verdict: Verdict }) {
  const { whole, moved, changed, missing, unread, manifest } = verdict;
  const bad = { isOpen: true, ink: 'text-sumac-deep' };
  const groups: NameGroup[] = [
    { label: 'Modifiées', names: changed, ...bad },
    { label: 'Manquantes', names: missing, ...(verdict.level === 'incomplete' ? { isOpen: false } : bad) },
    { label: 'Illisibles', names: unread, ...bad },
    {
      label: 'Intactes, sous un autre nom',
      names: moved.map(({ path, found }) => `${path} → ${found}`),
      isOpen: false,
    },
    { label: 'Intactes', names: whole, isOpen: false },
  ];
  return (
    <Section title="Les images">
      {!manifest && <p>Sans manifeste lisible, aucune image ne peut être comparée.</p>}
      <NameGroups groups={groups} />
    </Section>
  );
}

/** Names of files under their verdict; those that are wrong are open. */
type NameGroup = { label: string; names: readonly string[]; isOpen: boolean; ink?: string };

function NameGroups({ groups }: { groups: readonly NameGroup[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[14rem_1fr]">
      {groups
        .filter(({ names }) => names.length > 0)
        .map(({ label, names, isOpen, ink = '' }) => (
          <div key={label} className="contents">
            <dt className={`font-semibold ${ink}`}>
              {label}&nbsp;: <span data-count={label}>{names.length}</span>
            </dt>
            <dd className="min-w-0">
              <Names names={names} isOpen={isOpen} />
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Names({ names, isOpen }: { names: readonly string[]; isOpen: boolean }) {
  const list = (shown: readonly string[]) => (
    <ul className="font-mono text-sm wrap-anywhere">
      {shown.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  );
  const [first, rest] = isOpen ? [names.slice(0, SHOWN_NAMES), names.slice(SHOWN_NAMES)] : [[], names];
  return (
    <>
      {first.length > 0 && list(first)}
      {rest.length > 0 && (
        <details>
          <summary className="min-h-6 cursor-pointer">
            {isOpen ? `Les ${rest.length} autres` : 'Voir les noms'}
          </summary>
          {list(rest)}
        </details>
      )}
    </>
  );
}

function Stamp({ verdict }: { verdict: StampVerdict }) {
  const { file, stamp, problems } = verdict;
  const isGood = isStampValid(verdict);
  const Icon = isGood ? CircleCheck : CircleX;
  return (
    <li className="flex gap-3">
      <Icon
        aria-hidden="true"
        className={`mt-1 size-5 shrink-0 ${isGood ? 'text-spruce' : 'text-sumac-deep'}`}
      />
      <div className="min-w-0">
        {stamp ? (
          <p>
            <strong>{momentText(stamp.time)}</strong>, selon {stamp.authority}
          </p>
        ) : (
          <p className="font-semibold">Aucune heure</p>
        )}
        {isGood && (
          <p className="text-slate">
            Jeton valide pour ce dossier; sa chaîne de certificats était valide à cette heure.
          </p>
        )}
        {problems.map((problem) => (
          <p key={problem} data-problem={problem} className="font-medium text-sumac-deep">
            {stampProblems[problem]}
          </p>
        ))}
        <TechnicalDetails>
          <dl className="mt-1 space-y-1 wrap-anywhere">
            <Detail term="Fichier">{file}</Detail>
            {stamp && (
              <>
                <Detail term="Heure (UTC)">{stamp.time.toISOString()}</Detail>
                <Detail term="Numéro de série">{stamp.serial}</Detail>
                <Detail term="Empreinte horodatée (SHA-256 de la racine)">{stamp.imprint}</Detail>
                {stamp.chain.map((link, index) => (
                  <Detail
                    key={link.fingerprint}
                    term={index === stamp.chain.length - 1 && index > 0 ? 'Certificat racine' : 'Certificat'}
                  >
                    {link.name}, du {momentText(link.from)} au {momentText(link.until)}, empreinte SHA-256{' '}
                    <span className="font-mono">{link.fingerprint}</span>
                  </Detail>
                ))}
              </>
            )}
          </dl>
        </TechnicalDetails>
      </div>
    </li>
  );
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline font-semibold">{term}&nbsp;: </dt>
      <dd className="inline">{children}</dd>
    </div>
  );
}

/** Shows the manifest's facts of the survey: the studio's word, which the seal keeps as it was. */
function Declared({ verdict: { manifest, root } }: { verdict: Verdict }) {
  if (!manifest) return null;
  const { header, pictures } = manifest;
  const { survey } = header;
  return (
    <Section title="Ce que le manifeste déclare">
      <dl className="space-y-1">
        <Detail term="Relevé">{survey.name}</Detail>
        <Detail term="Lieu">
          {[survey.city, survey.region].filter(Boolean).join(', ') || 'non précisé'}
        </Detail>
        <Detail term="Client">{survey.client || 'non précisé'}</Detail>
        <Detail term="Images">
          {counted(pictures.length, 'image')}, {fileSize(header.bytes)}
        </Detail>
        {header.first && header.last && (
          <Detail term="Prises de vue">
            du {momentText(header.first)} au {momentText(header.last)}
          </Detail>
        )}
        <Detail term="Scellé, selon le studio">le {momentText(header.declaredAt)}</Detail>
        <Detail term="Horloge de l’appareil">{clockText(header.clock)}</Detail>
        <Detail term="Heures">{countsText(header.times)}</Detail>
        <Detail term="Positions">{countsText(header.places)}</Detail>
        <Detail term="Orientations">{countsText(header.headings)}</Detail>
        {header.tracks.length > 0 && (
          <Detail term="Traces GPS">{header.tracks.map(({ name }) => name).join(', ')}</Detail>
        )}
      </dl>
      <TechnicalDetails>
        <p className="wrap-anywhere">
          Racine de Merkle&nbsp;: <span className="font-mono">{root}</span>
        </p>
      </TechnicalDetails>
    </Section>
  );
}

function Documents({ verdict: { documents } }: { verdict: Verdict }) {
  const groups: NameGroup[] = [
    { label: 'Modifiés', names: documents.changed, isOpen: true },
    { label: 'Manquants', names: documents.missing, isOpen: true },
  ];
  if (groups.every(({ names }) => names.length === 0)) return null;
  return (
    <Section title="Les autres documents">
      <p className="mb-3">
        Le sceau ne porte pas sur ces documents, qui accompagnent les images. Ils diffèrent de la liste de la
        remise.
      </p>
      <NameGroups groups={groups} />
    </Section>
  );
}
