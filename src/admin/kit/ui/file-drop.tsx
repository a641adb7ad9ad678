import { fromEvent } from 'file-selector';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { isLitter } from '@/shared/lib/litter';
import { FileInput } from './file-button';

type Props = {
  accept: string;
  onChoose: (files: File[]) => void;
  children: ReactNode;
  multiple?: boolean;
  className?: string;
  /** Names the input when the label's whole text would be too long. */
  'aria-label'?: string;
  'aria-describedby'?: string;
};

/** A framed drop zone for files, which also opens the file picker by a press or a key. */
export function FileDrop({ children, onChoose, className = '', ...input }: Props) {
  const [isOver, setOver] = useState(false);
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void takeFiles(event.nativeEvent, onChoose);
      }}
      className={`relative flex cursor-pointer rounded-xl border-2 border-dashed has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce ${isOver ? 'border-spruce bg-spruce-pale' : 'border-slate/60 bg-paper hover:bg-mist'} ${className}`}
    >
      {children}
      <FileInput {...input} onChoose={onChoose} />
    </label>
  );
}

/** Passes dropped files on; those of a folder are read one by one, and know their path. */
async function takeFiles(event: DragEvent, onFiles: (files: File[]) => void): Promise<void> {
  const items = [...(event.dataTransfer?.items ?? [])];
  const hasFolder = items.some((item) => item.webkitGetAsEntry?.()?.isDirectory);
  const dropped = hasFolder
    ? (await fromEvent(event)).filter((one) => one instanceof File)
    : [...(event.dataTransfer?.files ?? [])];
  const files = dropped.filter((file: File & { path?: string }) => !isLitter(file.path ?? file.name));
  if (files.length > 0) onFiles(files);
}

/** Takes files that are dropped anywhere on the page: beside a drop zone the browser would open them and leave the page. */
export function useDropOnPage(onFiles: (files: File[]) => void): void {
  const take = useEffectEvent((event: DragEvent) => void takeFiles(event, onFiles));
  useEffect(() => {
    const isOfFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files');
    const over = (event: DragEvent) => {
      if (isOfFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      // A drop zone took it.
      if (event.defaultPrevented || !isOfFiles(event)) return;
      event.preventDefault();
      take(event);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('drop', drop);
    };
  }, []);
}
