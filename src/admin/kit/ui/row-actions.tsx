import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton, iconLinkClass } from './icon-button';
import { PanelButton, panelItemClass } from './panel-button';

/** An action on one row: a link, or a press. */
export type RowAction = {
  /** Action and object: « Supprimer Fjord ». */
  label: string;
  icon: ReactNode;
  /** Shown instead of the icon for the main action: « Voir ». */
  word?: string;
  /** True when it changes nothing, so that readers get it too. */
  readersToo?: true;
  /** True for the action that a phone shows beside the menu. */
  inHand?: true;
  /** State of a toggle. */
  pressed?: boolean;
} & ({ href: string; newTab?: boolean } | { onSelect: () => void });

const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const;

/** Computes the width of the cell with these actions, in px; its header has the menu of columns. */
export const actionsWidth = (actions: readonly RowAction[]) =>
  Math.max(
    36,
    actions.reduce((width, { word }) => width + (word ? WORD_WIDTH : 36), 0),
  ) + 17;
/** Width of the longest word. */
const WORD_WIDTH = 56;

const wordClass =
  'inline-flex h-9 w-14 shrink-0 items-center justify-center rounded-full align-top text-sm font-semibold text-spruce-deep underline underline-offset-4 hover:bg-mist';

/** The actions of a row, as icons; the main one as a word. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  return actions.map((action) =>
    'href' in action ? (
      <a
        key={action.label}
        href={action.href}
        {...(action.newTab ? newTab : {})}
        aria-label={action.label}
        title={action.label}
        className={action.word ? wordClass : iconLinkClass}
      >
        {action.word ?? action.icon}
      </a>
    ) : (
      <IconButton
        key={action.label}
        label={action.label}
        aria-pressed={action.pressed}
        className={action.pressed ? 'bg-spruce-pale text-spruce-deep' : ''}
        onClick={action.onSelect}
      >
        {action.icon}
      </IconButton>
    ),
  );
}

/** The actions of a row on a phone: one button that opens their list. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  return (
    <PanelButton
      label={`Actions\u00a0: ${name}`}
      className="inline-flex size-11 items-center justify-center rounded-full text-slate hover:bg-mist"
      panel={(close) => (
        <ul>
          {actions.map((action) => (
            <li key={action.label}>
              {'href' in action ? (
                <a href={action.href} {...(action.newTab ? newTab : {})} className={panelItemClass}>
                  {action.icon}
                  {action.label}
                </a>
              ) : (
                <button
                  type="button"
                  aria-pressed={action.pressed}
                  className={panelItemClass}
                  onClick={() => {
                    close();
                    action.onSelect();
                  }}
                >
                  {action.icon}
                  {action.label}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    >
      <Ellipsis aria-hidden="true" className="size-5" />
    </PanelButton>
  );
}
