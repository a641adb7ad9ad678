import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type PointTexts, pointSchema, pointTexts } from '@/admin/data/panorama-tours/panorama-tour.schema';
import { uploadTourPicture } from '@/admin/data/panorama-tours/picture-upload';
import { panoramaFileUrl } from '@/admin/data/tours/panorama-address';
import { FileButton } from '@/admin/ui/file-button';
import { FormDialog } from '@/admin/ui/form-dialog';
import { type InfoPoint, tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { TextAreaField, TextField } from '@/shared/ui/form-fields';

/** Edits an information point: title, text, picture and web address. */
export function PointDialog({
  tourId,
  point,
  onSave,
  onClose,
}: {
  tourId: string;
  point: InfoPoint;
  onSave: (point: InfoPoint) => void;
  onClose: () => void;
}) {
  const form = useForm<PointTexts>({ resolver: zodResolver(pointSchema), defaultValues: pointTexts(point) });
  const upload = useMutation(uploadTourPicture());
  const [picture, setPicture] = useState(point.picture);
  const save = ({ title, text, url }: PointTexts) => {
    const { id, yaw, pitch } = point;
    onSave({
      id,
      yaw,
      pitch,
      title,
      ...(text ? { text } : {}),
      ...(url ? { url } : {}),
      ...(picture ? { picture } : {}),
    });
  };
  return (
    <FormDialog
      form={form}
      title="Point d’information"
      description="Ce que lit qui presse ce point dans le panorama."
      submitLabel="Garder le point"
      pending={upload.isPending}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField<PointTexts>
        name="title"
        label="Titre"
        required
        maxLength={tourLimits.title}
        autoComplete="off"
      />
      <TextAreaField<PointTexts> name="text" label="Texte" rows={4} maxLength={tourLimits.text} />
      <TextField<PointTexts>
        name="url"
        label="Page web"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
      />
      {picture ? (
        <div className="space-y-3">
          <img src={panoramaFileUrl(picture.path)} alt="" className="max-h-48 rounded-lg" />
          <Field label="Ce que montre l’image" required>
            {(control) => (
              <input
                {...control}
                value={picture.alt}
                maxLength={tourLimits.alt}
                onChange={({ target }) => setPicture({ ...picture, alt: target.value })}
                className={controlClass}
              />
            )}
          </Field>
          <Button size="sm" variant="outline" onClick={() => setPicture(undefined)}>
            Enlever l’image
          </Button>
        </div>
      ) : (
        <FileButton
          label="Choisir une image"
          size="sm"
          accept="image/*"
          icon={ImageUp}
          pending={upload.isPending}
          onChoose={([file]) =>
            file &&
            upload.mutate({ tourId, file }, { onSuccess: ({ path }) => setPicture({ path, alt: '' }) })
          }
        />
      )}
    </FormDialog>
  );
}
