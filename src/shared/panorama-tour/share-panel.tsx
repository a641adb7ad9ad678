import { Download } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { downloadBlob } from '@/shared/lib/download-blob';
import { Button } from '@/shared/ui/button';
import { selectClass } from '@/shared/ui/field';
import { CopyField } from './copy-field';
import { qrPng, qrSvg } from './qr-code';
import { type ShareTarget, shareAddress } from './share-targets';

/**
 * The panel that shares a tour: an address to copy, its QR code for screens and signs, and what the caller adds. A script of
 * its own, for few people open it.
 *
 * @param children renders what is of the chosen target
 */
export function SharePanel({
  targets,
  children,
}: {
  targets: readonly ShareTarget[];
  children?: (target: ShareTarget) => ReactNode;
}) {
  const id = useId();
  const [chosen, setChosen] = useState(targets[0]?.href);
  const [isCaptioned, setIsCaptioned] = useState(true);
  const [problem, setProblem] = useState('');
  const target = targets.find(({ href }) => href === chosen) ?? targets[0];
  if (!target) return null;
  const address = shareAddress(target.href);
  const words = isCaptioned ? target.caption : undefined;
  const svg = qrSvg(address, words);
  const savePng = () => {
    setProblem('');
    qrPng(address, words).then(
      (png) => downloadBlob(`${target.file}.png`, png),
      () => setProblem('L’image n’a pas pu être faite dans ce navigateur. Téléchargez le SVG.'),
    );
  };
  return (
    <div className="space-y-6">
      <div>
        <label htmlFor={`${id}-target`} className="font-semibold">
          Partager
        </label>
        <select
          id={`${id}-target`}
          value={target.href}
          onChange={(event) => setChosen(event.target.value)}
          className={`mt-2 block w-full ${selectClass}`}
        >
          {targets.map(({ href, label }) => (
            <option key={href} value={href}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <CopyField
        label="Adresse"
        text={address}
        button="Copier le lien"
        done="Le lien est copié."
        rows={address.length > 60 ? 2 : 1}
      />
      <section aria-labelledby={`${id}-code`}>
        <h3 id={`${id}-code`} className="font-semibold">
          Code QR
        </h3>
        <div className="mt-2 flex flex-wrap items-start gap-x-6 gap-y-4">
          <img
            src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
            alt={`Code QR de ${address}`}
            className="h-auto w-44 border border-line"
          />
          <div className="min-w-0 flex-[1_1_14rem] space-y-3">
            <p className="text-sm text-slate">
              Pour un panneau ou un dépliant&nbsp;: au moins 3&nbsp;cm de côté à bout de bras, 10&nbsp;cm à un
              mètre. Gardez le cadre blanc, et essayez-le avant d’imprimer.
            </p>
            <label className="flex min-h-6 items-center gap-3">
              <input
                type="checkbox"
                checked={isCaptioned}
                onChange={(event) => setIsCaptioned(event.target.checked)}
                className="size-5 shrink-0 accent-spruce"
              />
              Titre sous le code
            </label>
            <div className="flex flex-wrap gap-3">
              <Button variant="outline" onClick={savePng}>
                <Download aria-hidden="true" className="size-4" />
                Image PNG
              </Button>
              <Button
                variant="outline"
                onClick={() => downloadBlob(`${target.file}.svg`, new Blob([svg], { type: 'image/svg+xml' }))}
              >
                <Download aria-hidden="true" className="size-4" />
                Fichier SVG
              </Button>
            </div>
            {problem && (
              <p role="alert" className="text-sm text-sumac-deep">
                {problem}
              </p>
            )}
          </div>
        </div>
      </section>
      {children?.(target)}
    </div>
  );
}
