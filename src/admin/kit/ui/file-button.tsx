import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { buttonClass } from '@/shared/ui/button';

type Props = {
  label: ReactNode;
  /** Types and extensions in the format of the browser's `accept`. */
  accept: string;
  onChoose: (files: File[]) => void;
  icon?: LucideIcon;
  multiple?: boolean;
  /** Opens the camera at the back of a phone instead of its pictures. */
  isPhoto?: boolean;
  pending?: boolean;
  size?: 'sm' | 'md';
  className?: string;
};

/** A button that opens the file picker: the browser's own file input uses the browser's language. */
export function FileButton({
  label,
  accept,
  onChoose,
  icon: Icon,
  multiple = false,
  isPhoto = false,
  pending = false,
  size,
  className = '',
}: Props) {
  return (
    <label
      className={buttonClass({
        variant: 'outline',
        size,
        className: `relative cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce ${className}`,
      })}
    >
      {pending ? (
        <AzimuthRing className="size-4" spinning />
      ) : (
        Icon && <Icon aria-hidden="true" className="size-4" />
      )}
      {label}
      <FileInput
        accept={accept}
        multiple={multiple}
        capture={isPhoto ? 'environment' : undefined}
        onChoose={onChoose}
        aria-busy={pending}
      />
    </label>
  );
}

type InputProps = Pick<Props, 'accept' | 'multiple' | 'onChoose'> & {
  capture?: 'environment' | undefined;
  'aria-busy'?: boolean;
  'aria-label'?: string;
  'aria-describedby'?: string;
};

/** The file input inside a label; it passes the chosen files on and resets itself. */
export function FileInput({ onChoose, ...props }: InputProps) {
  return (
    <input
      {...props}
      type="file"
      className="sr-only"
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        // Reset, so that the same file may be chosen again, after a failure or once it is corrected.
        target.value = '';
        if (files.length > 0) onChoose(files);
      }}
    />
  );
}
