import { useMutation } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { requestFiles } from '@/admin/requests/data/request-files';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';

/** Style of a text with its own line breaks. */
export const writtenClass = 'mt-1 wrap-anywhere whitespace-pre-line';

/** The head of an entry in a conversation: person or event, and time. */
export function EntryHead({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="font-semibold wrap-anywhere">{title}</span>
      <span className="text-sm text-slate">{children}</span>
    </p>
  );
}

type File = { path: string | null; name: string; refused?: string };

/** Buttons that download files; those that were not stored are named with the reason. */
export function FileButtons({
  files,
  bucket,
}: {
  files: readonly File[];
  bucket: 'request-files' | 'inbound-files';
}) {
  const save = useMutation(requestFiles.save(bucket));
  const isReadOnly = useIsReadOnly();
  if (files.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-2">
      {files.map(({ path, name, refused }, index) => (
        <li key={path ?? `${index} ${name}`} className="max-w-full">
          {path === null ? (
            <p className="text-sm wrap-anywhere text-slate">
              {name}&nbsp;: non gardé ({refused})
            </p>
          ) : (
            // The file is read with the administrator's session, because no one else may open it.
            <Button
              size="sm"
              variant="outline"
              className="max-w-full"
              disabled={isReadOnly}
              onClick={() => save.mutate({ path, name })}
            >
              <Paperclip aria-hidden="true" className="size-4 shrink-0" />
              <span className="truncate">{name}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
