import { ImageUp } from 'lucide-react';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { buttonClass } from '@/shared/ui/button';

/** A button that chooses a picture: the browser's own file input is in the browser's language. */
export function PictureChoice({
  label,
  isPending,
  onChoose,
}: {
  label: string;
  isPending: boolean;
  onChoose: (file: File) => void;
}) {
  return (
    <label
      className={buttonClass({
        ...{ variant: 'outline', size: 'sm' },
        className:
          'relative cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce',
      })}
    >
      {isPending ? (
        <AzimuthRing className="size-4" spinning />
      ) : (
        <ImageUp aria-hidden="true" className="size-4" />
      )}
      {label}
      <input
        type="file"
        accept="image/*"
        aria-busy={isPending}
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onChoose(file);
          // The same file may be chosen again after a failure.
          target.value = '';
        }}
      />
    </label>
  );
}
