import { useMutation } from '@tanstack/react-query';
import { ImageUp, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Button } from '@/shared/ui/button';
import { FieldError, FieldHint } from '@/shared/ui/field';
import { logoAddress, logoTypes, refuseLogo, uploadLogo } from '../data/studio-logo';

/** Chooses, shows and removes the studio's logo, saved with the rest of the identity. */
export function LogoField({ value, onChange }: { value: string; onChange: (path: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const [refusal, setRefusal] = useState<string>();
  const upload = useMutation(uploadLogo());
  const choose = (file: File | undefined) => {
    if (!file || upload.isPending) return;
    const reason = refuseLogo(file);
    setRefusal(reason);
    if (!reason) upload.mutate(file, { onSuccess: onChange });
  };
  return (
    <div>
      <p className="mb-1.5 text-[0.95rem] font-semibold">
        Logo <span className="font-normal text-slate">(facultatif)</span>
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {value && (
          <img
            src={logoAddress(value)}
            alt="Logo du studio"
            className="max-h-16 max-w-40 rounded border border-line bg-paper p-1"
          />
        )}
        <input
          ref={input}
          type="file"
          accept={logoTypes}
          aria-label="Fichier du logo"
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            choose(target.files?.[0]);
            target.value = '';
          }}
        />
        <Button
          variant="outline"
          size="sm"
          pending={upload.isPending}
          aria-describedby={hintId}
          onClick={() => input.current?.click()}
        >
          <ImageUp aria-hidden="true" className="size-4" />
          {value ? 'Changer le logo' : 'Choisir un logo'}
        </Button>
        {value && (
          <Button variant="ghost" size="sm" onClick={() => onChange('')}>
            <Trash2 aria-hidden="true" className="size-4" />
            Retirer le logo
          </Button>
        )}
      </div>
      <FieldHint id={hintId}>PNG, JPEG ou WebP, 1&nbsp;Mo au plus.</FieldHint>
      {refusal && <FieldError role="alert">{refusal}</FieldError>}
    </div>
  );
}
