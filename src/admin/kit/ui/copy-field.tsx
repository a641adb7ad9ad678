import { Copy } from 'lucide-react';
import { useId } from 'react';
import { notify } from '@/shared/lib/notify';
import { Button } from '@/shared/ui/button';
import { controlClass } from '@/shared/ui/field';

/** A text to take elsewhere, in a field that selects itself, with a button that copies it. */
export function CopyField({ label, value, copied }: { label: string; value: string; copied: string }) {
  const id = useId();
  return (
    <div className="space-y-2">
      <label htmlFor={id} className="block font-medium">
        {label}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          readOnly
          value={value}
          onFocus={({ target }) => target.select()}
          className={`${controlClass} min-w-0 flex-1 basis-60`}
        />
        <Button
          variant="outline"
          onClick={() =>
            navigator.clipboard.writeText(value).then(
              () => notify.success(copied),
              () => notify.error('Impossible de copier ce texte\u00a0: sélectionnez-le et copiez-le'),
            )
          }
        >
          <Copy aria-hidden="true" className="size-4" />
          Copier
        </Button>
      </div>
    </div>
  );
}
