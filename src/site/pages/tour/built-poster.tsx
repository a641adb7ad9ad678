import { type PosterSizes, posterSizes } from './poster-sizes';

const { wide, phone } = posterSizes;
const sourceSet = (folder: string, { name, widths }: PosterSizes['wide']) =>
  widths.map((width) => `${folder}/${name}-${width}.avif ${width}w`).join(', ');

/** The pictures cover a frame about three quarters of the screen high. */
const pictures = [
  { ...phone, media: '(width < 40rem)', sizes: 'max(100vw, 52svh)' },
  { ...wide, media: '(width >= 40rem)', sizes: 'max(100vw, 178svh)' },
];

/** The first view of a tour as the build has drawn it (build/tour-posters.ts), the largest paint of its page. */
export function BuiltPoster({ folder, alt }: { folder: string; alt: string }) {
  return (
    <>
      {/* React hoists these to the head: the picture is requested before scripts. */}
      {pictures.map(({ media, sizes, ...picture }) => (
        <link
          key={media}
          rel="preload"
          as="image"
          type="image/avif"
          // Without `href` React does not hoist it.
          href={sourceSet(folder, picture).split(' ', 1)[0]}
          media={media}
          imageSrcSet={sourceSet(folder, picture)}
          imageSizes={sizes}
          fetchPriority="high"
        />
      ))}
      <picture>
        {pictures.map(({ media, sizes, ...picture }) => (
          <source
            key={media}
            type="image/avif"
            media={media}
            sizes={sizes}
            srcSet={sourceSet(folder, picture)}
            width={picture.width}
            height={picture.height}
          />
        ))}
        <img
          src={`${folder}/${wide.name}-${posterSizes.jpegWidth}.jpg`}
          alt={alt}
          width={wide.width}
          height={wide.height}
          fetchPriority="high"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      </picture>
    </>
  );
}
