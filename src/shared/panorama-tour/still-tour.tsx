import { FileText } from 'lucide-react';
import { fileSize } from '@/shared/lib/numbers';
import { httpHref } from '@/shared/lib/text';
import { basePath, type FileAddress, type InfoPoint, type PanoramaTour, type Sound } from './panorama-tour';

/** A sound with the browser's own controls, and its words for people who cannot hear it. */
function SoundPlayer({ sound, address, label }: { sound: Sound; address: FileAddress; label?: string }) {
  return (
    <div className="mt-3">
      {/* biome-ignore lint/a11y/useMediaCaption: its words stand below it */}
      <audio controls preload="none" src={address(sound.path)} aria-label={label} className="w-full" />
      {sound.text && (
        <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere text-slate">{sound.text}</p>
      )}
    </div>
  );
}

/**
 * The content of an information point: text, picture, sound, document, link. Its title is rendered by the caller, at the right heading
 * level.
 */
export function PointContent({ point, address }: { point: InfoPoint; address: FileAddress }) {
  const href = point.url && httpHref(point.url);
  return (
    <>
      {point.text && <p className="whitespace-pre-line wrap-anywhere">{point.text}</p>}
      {point.picture && (
        <img
          src={address(point.picture.path)}
          alt={point.picture.alt}
          loading="lazy"
          className="mt-4 max-h-[50dvh] max-w-full rounded-lg object-contain"
        />
      )}
      {point.sound && <SoundPlayer sound={point.sound} address={address} />}
      {point.document && (
        <p className="mt-3">
          <a
            href={address(point.document.path)}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-6 items-baseline gap-2 font-semibold wrap-anywhere underline underline-offset-4"
          >
            <FileText aria-hidden="true" className="size-4 shrink-0 self-center" />
            <span>
              {point.document.name} (PDF, {fileSize(point.document.bytes)})
              <span className="sr-only"> (nouvel onglet)</span>
            </span>
          </a>
        </p>
      )}
      {href && (
        <p className="mt-3">
          <a
            href={href}
            target="_blank"
            rel="noopener"
            className="inline-block min-h-6 font-semibold wrap-anywhere underline underline-offset-4"
          >
            En savoir plus sur {new URL(href).hostname}
            <span className="sr-only"> (nouvel onglet)</span>
          </a>
        </p>
      )}
    </>
  );
}

/**
 * A tour as pictures and texts, one scene under the other, for browsers without script or WebGL and for print.
 * Pictures load when scrolled to.
 */
export function StillTour({ tour, address }: { tour: PanoramaTour; address: FileAddress }) {
  return (
    <ol className="space-y-10">
      {tour.scenes.map((scene) => (
        <li key={scene.id} className="break-inside-avoid">
          <figure>
            <img
              src={address(basePath(scene.picture))}
              alt={scene.alt}
              loading="lazy"
              width={scene.picture.baseWidth}
              height={scene.picture.baseWidth / 2}
              className="h-auto w-full rounded-xl"
            />
            <figcaption className="mt-3 text-lg font-semibold wrap-anywhere">{scene.name}</figcaption>
          </figure>
          {scene.sound && <SoundPlayer sound={scene.sound} address={address} label="Le son du lieu" />}
          {scene.points.length > 0 && (
            <dl className="mt-3 space-y-3">
              {scene.points.map((point) => (
                <div key={point.id}>
                  <dt className="font-semibold wrap-anywhere">{point.title}</dt>
                  <dd>
                    <PointContent point={point} address={address} />
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  );
}
