import { useMutation } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { FileButton } from '@/admin/kit/ui/file-button';
import { readableMessage } from '@/shared/lib/failure';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { uploadMessagePicture } from '../data/message-picture';

/** Uploads a picture and asks for its alternative text. */
export function PictureInsertion({ onInsert }: { onInsert: (written: string) => void }) {
  const upload = useMutation(uploadMessagePicture());
  const [alt, setAlt] = useState('');
  const [problem, setProblem] = useState<string>();
  const address = upload.data;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const shown = alt.replace(/[[\]\n]/g, ' ').trim();
        if (!shown) setProblem('Dites ce que l’image montre.');
        else if (address) onInsert(`![${shown}](${address})`);
      }}
      className="space-y-4"
    >
      {address && <img src={address} alt="" className="max-h-48 rounded-lg bg-mist" />}
      <FileButton
        label={address ? 'Remplacer l’image' : 'Choisir une image'}
        icon={ImageUp}
        accept="image/*"
        pending={upload.isPending}
        onChoose={([file]) => file && upload.mutate(file)}
      />
      {upload.isError && (
        <p role="alert" className="text-sm font-medium text-sumac-deep">
          {readableMessage(upload.error)}
        </p>
      )}
      <Field label="Texte de remplacement" required error={problem}>
        {(field) => (
          <input
            {...field}
            value={alt}
            maxLength={150}
            placeholder="Le quai de Sainte-Aurélie au lever du soleil"
            onChange={({ target }) => {
              setAlt(target.value);
              setProblem(undefined);
            }}
            className={controlClass}
          />
        )}
      </Field>
      <Button type="submit" variant="accent" disabled={!address}>
        Insérer
      </Button>
    </form>
  );
}
