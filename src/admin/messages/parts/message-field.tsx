import { PREHEADER } from '@message/message-marks.ts';
import {
  Bold,
  Image,
  Italic,
  Link2,
  List,
  ListOrdered,
  MailOpen,
  MapPinned,
  SquareMousePointer,
} from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type FieldError, type FieldPath, type FieldValues, get, useFormContext } from 'react-hook-form';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { controlClass, Field } from '@/shared/ui/field';
import { type Insertion, InsertionDialog } from './insertion-dialog';
import {
  applyEdit,
  type Edit,
  insertBlock,
  insertWords,
  type Selection,
  setPreheader,
  toggleList,
  toggleMark,
} from './text-marks';

type Props<Values extends FieldValues> = {
  name: FieldPath<Values>;
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  rows?: number;
  onFocus?: () => void;
};

const keyTools: Readonly<Record<string, ToolName>> = { b: 'bold', i: 'italic', k: 'link' };

/** The text of a message with its toolbar: marks, lists, links, buttons, pictures and tours, by press or by key. */
export function MessageField<Values extends FieldValues>({
  name,
  label,
  error,
  hint,
  rows = 14,
  onFocus,
}: Props<Values>) {
  const { getValues, register, formState } = useFormContext<Values>();
  const invalid: FieldError | undefined = get(formState.errors, name);
  const frame = useRef<HTMLDivElement>(null);
  const [insertion, setInsertion] = useState<Insertion>();

  const control = () => frame.current?.querySelector('textarea') ?? undefined;
  const selection = (): Selection => {
    const area = control();
    const text = String(getValues(name) ?? '');
    return { text, start: area?.selectionStart ?? text.length, end: area?.selectionEnd ?? text.length };
  };
  const apply = (edit: Edit) => {
    const area = control();
    if (area) applyEdit(area, edit);
  };

  const use = (tool: ToolName) => {
    const at = selection();
    if (tool === 'bold') return apply(toggleMark(at, '**'));
    if (tool === 'italic') return apply(toggleMark(at, '*'));
    if (tool === 'bullets' || tool === 'numbers') return apply(toggleList(at, tool));
    const chosen = at.text.slice(at.start, at.end).trim();
    const words =
      tool === 'preheader' ? (PREHEADER.exec(at.text.split('\n', 1)[0]?.trim() ?? '')?.[1] ?? '') : chosen;
    setInsertion({ tool, words });
  };

  const insert = (made: string) => {
    const at = selection();
    const { tool } = insertion ?? {};
    setInsertion(undefined);
    // The dialog restores the focus first.
    requestAnimationFrame(() => {
      if (tool === 'preheader') apply(setPreheader(at.text, made, PREHEADER));
      else apply(tool === 'link' ? insertWords(at, made) : insertBlock(at, made));
    });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const tool = keyTools[event.key.toLowerCase()];
    if (!tool || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    // Elsewhere Ctrl+K opens the search.
    event.stopPropagation();
    use(tool);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the text area inside
    <div ref={frame} onKeyDown={(event) => event.target instanceof HTMLTextAreaElement && onKeyDown(event)}>
      <Field label={label} required error={invalid?.message ?? error} hint={hint}>
        {(field) => (
          <>
            <MessageToolbar onUse={use} />
            <textarea
              {...field}
              {...register(name)}
              rows={rows}
              onFocus={onFocus}
              className={`${controlClass} rounded-t-none`}
            />
          </>
        )}
      </Field>
      {insertion && (
        <InsertionDialog insertion={insertion} onInsert={insert} onClose={() => setInsertion(undefined)} />
      )}
    </div>
  );
}

const textTools = [
  { name: 'bold', label: 'Gras', keys: 'Ctrl+B', icon: Bold },
  { name: 'italic', label: 'Italique', keys: 'Ctrl+I', icon: Italic },
  { name: 'link', label: 'Lien', keys: 'Ctrl+K', icon: Link2 },
  { name: 'bullets', label: 'Liste à puces', icon: List },
  { name: 'numbers', label: 'Liste numérotée', icon: ListOrdered },
  { name: 'button', label: 'Bouton', icon: SquareMousePointer },
  { name: 'image', label: 'Image', icon: Image },
  { name: 'tour', label: 'Visite du portfolio', icon: MapPinned },
  { name: 'preheader', label: 'Texte d’aperçu', icon: MailOpen },
] as const;

/** Name of a tool in the toolbar. */
type ToolName = (typeof textTools)[number]['name'];

/** The toolbar of a message: marks, lists and blocks. */
function MessageToolbar({ onUse }: { onUse: (tool: ToolName) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen
    <div
      role="group"
      aria-label="Mise en forme"
      className="flex flex-wrap gap-0.5 rounded-t-lg border border-b-0 border-slate/60 bg-snow p-1"
    >
      {textTools.map(({ name, icon: Icon, ...tool }) => (
        <IconButton
          key={name}
          label={'keys' in tool ? `${tool.label} (${tool.keys})` : tool.label}
          // Keeps the selection of the text, which a touch would clear.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onUse(name)}
        >
          <Icon aria-hidden="true" className="size-4" />
        </IconButton>
      ))}
    </div>
  );
}
