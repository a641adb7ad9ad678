import { Check, Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { Button } from '@/shared/ui/button';

/** A text to take elsewhere: shown whole, selected at a touch, copied by a button. */
export function CopyField({
  label,
  text,
  button,
  done,
  rows = 1,
}: {
  label: string;
  text: string;
  button: string;
  /** Said once it is copied. */
  done: string;
  rows?: number;
}) {
  const [copied, setCopied] = useState<{ text: string; isDone: boolean }>();
  const id = useId();
  const state = copied?.text === text ? copied.isDone : undefined;
  const copy = () => {
    const said = (isDone: boolean) => () => setCopied({ text, isDone });
    // Without the API, in a page that is not secure, or refused in a frame.
    Promise.resolve(navigator.clipboard?.writeText(text) ?? Promise.reject(new Error())).then(
      said(true),
      said(false),
    );
  };
  return (
    <div>
      <label htmlFor={id} className="font-semibold">
        {label}
      </label>
      <div className="mt-2 flex flex-wrap items-start gap-3">
        <textarea
          id={id}
          readOnly
          value={text}
          rows={rows}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          className="min-w-0 flex-[1_1_16rem] field-sizing-content resize-none rounded-lg border border-line bg-paper px-3 py-2.5 font-mono text-sm wrap-anywhere"
        />
        <Button variant="outline" onClick={copy}>
          {state ? (
            <Check aria-hidden="true" className="size-4" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          {button}
        </Button>
      </div>
      <p role="status" className="mt-1 text-sm">
        {state === true && done}
        {state === false && 'La copie n’a pas été permise\u00a0: sélectionnez le texte et copiez-le.'}
      </p>
    </div>
  );
}
