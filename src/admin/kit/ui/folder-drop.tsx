import { FolderOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '@/shared/ui/button';

/** React knows no type of it; every browser has it. */
const wholeFolder = { webkitdirectory: '' } as object;

/**
 * A place to drop a folder, or to choose one: by its handle where the browser keeps it, else by an input.
 *
 * @param first renders before the button
 * @param children renders after it
 */
export function FolderDrop({
  label,
  isSecondary = false,
  first,
  children,
  onDrop,
  onFiles,
  onChoose,
}: {
  label: string;
  /** True beside a more important button. */
  isSecondary?: boolean;
  first?: ReactNode;
  children: ReactNode;
  onDrop: (event: DragEvent) => void;
  onFiles: (files: File[]) => void;
  /** Opens the browser's question; undefined where the browser has none. */
  onChoose: (() => void) | undefined;
}) {
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way than the button inside
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onDrop(event.nativeEvent);
      }}
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border-2 border-dashed p-5 ${isOver ? 'border-spruce bg-spruce-pale' : 'border-slate/60'}`}
    >
      {first}
      {onChoose ? (
        <Button variant={isSecondary ? 'outline' : 'primary'} onClick={onChoose}>
          <FolderOpen aria-hidden="true" className="size-4" />
          {label}
        </Button>
      ) : (
        <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-full bg-spruce px-5 font-semibold text-white has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce">
          <FolderOpen aria-hidden="true" className="size-4" />
          {label}
          <input
            type="file"
            multiple
            className="sr-only"
            {...wholeFolder}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])];
              target.value = '';
              if (files.length > 0) onFiles(files);
            }}
          />
        </label>
      )}
      {children}
    </div>
  );
}
