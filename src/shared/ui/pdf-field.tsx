import { useRef, useState } from 'react';
import { joinedPdfRefusal } from '@/shared/lib/joined-pdf';
import { Button } from './button';
import { Field } from './field';

/** The chosen PDF, or the reason why it cannot be attached. */
export type JoinedPdf = { file: File | undefined; error: string | undefined };

/** The state of a `PdfField`, with the actions of its form. */
export function useJoinedPdf() {
  const [joined, setJoined] = useState<JoinedPdf>({ file: undefined, error: undefined });
  return {
    ...joined,
    choose: async (file: File | undefined) => {
      setJoined({ file, error: undefined });
      const error = file && (await joinedPdfRefusal(file));
      setJoined((now) => (now.file === file ? { file, error } : now));
    },
    /** Shows the server's reason. */
    refuse: (error: string | undefined) => setJoined((now) => ({ ...now, error })),
  };
}

/** The resolution or the purchase order of an acceptance, as a PDF of 5 Mo at most. */
export function PdfField({
  label,
  joined: { file, error, choose },
}: {
  label: string;
  joined: JoinedPdf & { choose: (file: File | undefined) => void };
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field label={label} hint="PDF, 5&nbsp;Mo au plus" error={error}>
      {(control) => (
        <div>
          <input
            {...control}
            ref={input}
            type="file"
            accept="application/pdf,.pdf"
            onChange={({ target }) => choose(target.files?.[0])}
            className="block min-h-11 w-full min-w-0 text-sm file:mr-3 file:min-h-9 file:cursor-pointer file:rounded-full file:border file:border-solid file:border-ink file:bg-transparent file:px-3.5 file:font-semibold"
          />
          {file && (
            <p className="mt-1 flex flex-wrap items-center gap-2 text-sm wrap-anywhere">
              <Button
                size="sm"
                variant="ghost"
                onClick={() => {
                  if (input.current) input.current.value = '';
                  choose(undefined);
                  input.current?.focus();
                }}
              >
                Retirer {file.name}
              </Button>
            </p>
          )}
        </div>
      )}
    </Field>
  );
}
