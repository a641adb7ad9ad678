import { isEmailAddress } from '@contract/email-address';
import { type FormEvent, useId, useState } from 'react';
import { isWebAddress, withScheme } from '@/admin/kit/lib/text-schemas';
import { Modal } from '@/admin/kit/ui/modal';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import { PictureInsertion } from './picture-insertion';
import { TourInsertion } from './tour-insertion';

/** The kind of block to insert into a message, and the selected words. */
export type Insertion = {
  tool: 'link' | 'button' | 'image' | 'tour' | 'preheader' | 'bold' | 'italic' | 'bullets' | 'numbers';
  words: string;
};

type Props = {
  insertion: Insertion;
  /** Receives the markup to insert. */
  onInsert: (written: string) => void;
  onClose: () => void;
};

const titles: Readonly<Record<string, { title: string; description?: string }>> = {
  link: { title: 'Lien' },
  button: { title: 'Bouton', description: 'Un lien qui se voit, seul sur sa ligne.' },
  image: { title: 'Image', description: 'Elle est gardée à une adresse publique, que le courriel montre.' },
  tour: {
    title: 'Visite du portfolio',
    description: 'Son image, son titre et un bouton vers sa page. Seules les visites publiées ont une page.',
  },
  preheader: {
    title: 'Texte d’aperçu',
    description: 'Ce que les boîtes de réception montrent après le sujet. Il ne paraît pas dans le message.',
  },
};

/** Asks for the details of a link, a button, a picture, a tour or a preheader. */
export function InsertionDialog({ insertion, onInsert, onClose }: Props) {
  const { tool, words } = insertion;
  const { title = '', description } = titles[tool] ?? {};
  return (
    // Submitting the dialog must not submit the surrounding form.
    <div onSubmit={(event) => event.stopPropagation()} className="contents">
      <Modal title={title} {...(description ? { description } : {})} size="sm" onClose={onClose}>
        {tool === 'image' ? (
          <PictureInsertion onInsert={onInsert} />
        ) : tool === 'tour' ? (
          <TourInsertion onInsert={onInsert} />
        ) : tool === 'preheader' ? (
          <PreheaderForm words={words} onInsert={onInsert} />
        ) : (
          <LinkForm words={words} isButton={tool === 'button'} onInsert={onInsert} />
        )}
      </Modal>
    </div>
  );
}

/** Removes the characters that would end a mark. */
const markText = (text: string) => text.replace(/[[\]\n]/g, ' ').trim();

/** Returns an address that a message can link to, or undefined. */
function linkTo(typed: string): string | undefined {
  const text = typed.trim();
  const mailbox = text.replace(/^mailto:/i, '');
  if (isEmailAddress(mailbox)) return mailtoHref(mailbox);
  const address = withScheme(text);
  return isWebAddress(address) && /^https:|^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/i.test(address)
    ? address
    : undefined;
}

function LinkForm({
  words,
  isButton,
  onInsert,
}: {
  words: string;
  isButton: boolean;
  onInsert: (written: string) => void;
}) {
  const [text, setText] = useState(words);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const address = linkTo(typed);
    if (!address) return setProblem('Écrivez une adresse https:// ou une adresse courriel.');
    const label = markText(text) || address.replace(/^(?:mailto:|https?:\/\/)/, '');
    onInsert(isButton ? `[[${label}]](${address})` : `[${label}](${address})`);
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Field label="Texte">
        {(field) => (
          <input
            {...field}
            value={text}
            maxLength={100}
            onChange={({ target }) => setText(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      <Field label="Adresse" required error={problem}>
        {(field) => (
          <input
            {...field}
            inputMode="url"
            value={typed}
            maxLength={500}
            placeholder="https://… ou nom@exemple.ca"
            onChange={({ target }) => {
              setTyped(target.value);
              setProblem(undefined);
            }}
            className={controlClass}
          />
        )}
      </Field>
      <Button type="submit" variant="accent">
        Insérer
      </Button>
    </form>
  );
}

function PreheaderForm({ words, onInsert }: { words: string; onInsert: (written: string) => void }) {
  const hintId = useId();
  const [text, setText] = useState(words);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onInsert(markText(text));
      }}
      className="space-y-4"
    >
      <Field label="Texte d’aperçu" required>
        {(field) => (
          <input
            {...field}
            value={text}
            maxLength={120}
            onChange={({ target }) => setText(target.value)}
            className={controlClass}
          />
        )}
      </Field>
      <p id={hintId} className="text-sm text-slate">
        De 40 à 90 caractères se voient. Vide, le début du message prend sa place.
      </p>
      <Button type="submit" variant="accent" aria-describedby={hintId}>
        Insérer
      </Button>
    </form>
  );
}
