import { useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '@/shared/lib/browser-draft';
import { type InfoPoint, tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { controlClass, Field } from '@/shared/ui/field';
import { pointSchema } from '../data/panorama-tour.schema';
import { DocumentField, PictureField, SoundField, withoutKey } from './file-fields';
import { type OnPart, Text } from './scene-fields';

/** Edits an information point: title, text, web address, picture, sound and document. */
export function PointFields({
  tourId,
  point,
  onChange,
}: {
  tourId: string;
  point: InfoPoint;
  onChange: OnPart<InfoPoint>;
}) {
  const title = useRef<HTMLInputElement>(null);
  const isNew = useRef(point.title === '');
  useEffect(() => {
    // A point that was just placed waits for its name.
    if (isNew.current) title.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className="space-y-4">
      <Field label="Titre" required>
        {(control) => (
          <input
            {...control}
            ref={title}
            value={point.title}
            maxLength={tourLimits.title}
            autoComplete="off"
            onChange={({ target }) =>
              onChange((old) => ({ ...old, title: target.value }), 'titre d’un point', 'title')
            }
            className={controlClass}
          />
        )}
      </Field>
      <Text
        as="textarea"
        label="Texte"
        isOptional
        value={point.text ?? ''}
        most={tourLimits.text}
        onChange={(text) =>
          onChange((old) => (text ? { ...old, text } : withoutKey(old, 'text')), 'texte d’un point', 'text')
        }
      />
      <AddressField
        draftName={`page-web:${tourId}:${point.id}`}
        url={point.url ?? ''}
        onChange={(url) =>
          onChange((old) => (url ? { ...old, url } : withoutKey(old, 'url')), 'page web d’un point', 'url')
        }
      />
      <PictureField tourId={tourId} picture={point.picture} onChange={onChange} />
      <SoundField
        tourId={tourId}
        sound={point.sound}
        of="d’un point"
        onChange={(sound, what, field) =>
          onChange((old) => (sound ? { ...old, sound } : withoutKey(old, 'sound')), what, field)
        }
      />
      <DocumentField tourId={tourId} point={point} onChange={onChange} />
    </div>
  );
}

/** A web address, saved once it is one: until then its text is kept in this browser, so that a closed panel or tab loses nothing. */
function AddressField({
  draftName,
  url,
  onChange,
}: {
  draftName: string;
  url: string;
  onChange: (url: string) => void;
}) {
  const [typed, setTyped] = useState(() => readDraft<string>(draftName)?.value);
  const check = pointSchema.shape.url.safeParse(typed ?? url);
  const [isTyping, setIsTyping] = useState(false);
  return (
    <Field label="Page web" error={!check.success && !isTyping ? check.error.issues[0]?.message : undefined}>
      {(control) => (
        <input
          {...control}
          inputMode="url"
          placeholder="https://"
          autoComplete="off"
          value={typed ?? url}
          maxLength={tourLimits.url}
          className={controlClass}
          onChange={({ target }) => {
            setIsTyping(true);
            setTyped(target.value);
            const next = pointSchema.shape.url.safeParse(target.value);
            writeDraft(draftName, next.success ? undefined : target.value);
            if (next.success) onChange(next.data);
          }}
          onBlur={() => {
            setIsTyping(false);
            setTyped(check.success ? undefined : typed);
          }}
        />
      )}
    </Field>
  );
}
