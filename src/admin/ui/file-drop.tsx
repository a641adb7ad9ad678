import { type ReactNode, useState } from 'react';
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
        const files = [...event.dataTransfer.files];
        if (files.length > 0) onChoose(files);
      }}
      className={`relative flex cursor-pointer rounded-xl border-2 border-dashed has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-spruce ${isOver ? 'border-spruce bg-spruce-pale' : 'border-slate/60 bg-paper hover:bg-mist'} ${className}`}
    >
      {children}
      <FileInput {...input} onChoose={onChoose} />
    </label>
  );
}
