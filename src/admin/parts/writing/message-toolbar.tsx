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
import { IconButton } from '@/admin/ui/icon-button';

const tools = [
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

/** What the toolbar of a message can do. */
export type ToolName = (typeof tools)[number]['name'];

/** The marks, lists and blocks of a message, one press each. */
export function MessageToolbar({ onUse }: { onUse: (tool: ToolName) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend that is seen
    <div
      role="group"
      aria-label="Mise en forme"
      className="flex flex-wrap gap-0.5 rounded-t-lg border border-b-0 border-slate/60 bg-snow p-1"
    >
      {tools.map(({ name, icon: Icon, ...tool }) => (
        <IconButton
          key={name}
          label={'keys' in tool ? `${tool.label} (${tool.keys})` : tool.label}
          // The text keeps its selection, which the focus would not take away but a touch would.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onUse(name)}
        >
          <Icon aria-hidden="true" className="size-4" />
        </IconButton>
      ))}
    </div>
  );
}
