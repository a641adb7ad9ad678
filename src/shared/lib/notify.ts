/**
 * One message to show the person: a printed title (« Erreur », « Succès », « À noter », …) and a text. `info` is neutral:
 * nothing was done and nothing failed, or the outcome is mixed; `warning`: something is missing or stands in the way.
 */
export type Notice = {
  kind: 'success' | 'info' | 'warning' | 'error';
  title: string;
  text?: string | undefined;
  /** The action of « Annuler », offered for ten seconds. */
  undo?: () => void;
};

type Listener = (notice: Notice) => void;

let listener: Listener | undefined;
const queuedNotices: Notice[] = [];

function deliverNotice(notice: Notice) {
  if (listener) listener(notice);
  else queuedNotices.push(notice);
}

/** The action of the newest « Annuler ». */
let newest: { undo: () => void; until: number } | undefined;

/** Runs the newest « Annuler » once, within its ten seconds; returns false when there is none. */
export function undoNewest(): boolean {
  const last = newest;
  newest = undefined;
  if (!last || Date.now() > last.until) return false;
  last.undo();
  return true;
}

/** Shows a notice. It waits until the notification region is mounted. */
export const notify = {
  success: (text: string, title = 'Succès') => deliverNotice({ kind: 'success', title, text }),
  info: (text: string, title = 'À noter') => deliverNotice({ kind: 'info', title, text }),
  warning: (text: string, title: string) => deliverNotice({ kind: 'warning', title, text }),
  /** Shows a success with « Annuler ». */
  undoable: (text: string, undo: () => void) => {
    const offer = {
      until: Date.now() + 10_000,
      undo: () => {
        if (newest === offer) newest = undefined;
        undo();
      },
    };
    newest = offer;
    deliverNotice({ kind: 'success', title: 'Succès', text, undo: offer.undo });
  },
  error: (text: string, title = 'Erreur') => deliverNotice({ kind: 'error', title, text }),
};

/**
 * Connects the notification region, which receives what was waiting first.
 *
 * @returns a function that disconnects it
 */
export function onNotice(next: Listener): () => void {
  listener = next;
  for (const notice of queuedNotices.splice(0)) next(notice);
  return () => {
    if (listener === next) listener = undefined;
  };
}
