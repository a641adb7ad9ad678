import { httpHref } from '@/shared/lib/text';
import { basePath, type FileAddress, type InfoPoint, type PanoramaTour } from './panorama-tour';

/**
 * The content of an information point: text, picture, link. Its title is rendered by the caller, at the right heading
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
