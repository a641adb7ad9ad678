import { useMutation } from '@tanstack/react-query';
import { Paperclip } from 'lucide-react';
import type { ReactNode } from 'react';
import { requestFiles } from '@/admin/data/quote-requests/request-files';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';

/** Words as they were written. */
export const writtenClass = 'mt-1 wrap-anywhere whitespace-pre-line';

/** Who, or what, and when: the head of an entry of a conversation. */
export function EntryHead({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="font-semibold wrap-anywhere">{title}</span>
      <span className="text-sm text-slate">{children}</span>
    </p>
  );
}

type File = { path: string | null; name: string; refused?: string };

/** Files to save, in the browser's own way; those that were not kept are named with the reason. */
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
            // Only an administrator may open it.
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
