/** One message to show the person: a printed title (« Erreur », « Succès », « À noter », …) and a text. */
export type Notice = {
  kind: 'success' | 'info' | 'error';
  title: string;
  text?: string | undefined;
  /** What « Annuler » does, for ten seconds. */
  undo?: () => void;
};

type Listener = (notice: Notice) => void;

let listener: Listener | undefined;
const waiting: Notice[] = [];

function push(notice: Notice) {
  if (listener) listener(notice);
  else waiting.push(notice);
}

/** Says something to the person. Kept until the notification region is there to show it. */
export const notify = {
  success: (text: string, title = 'Succès') => push({ kind: 'success', title, text }),
  /** What is neither done nor failed: nothing had to change, or the outcome is mixed. */
  info: (text: string, title = 'À noter') => push({ kind: 'info', title, text }),
  /** Says what was done, with « Annuler » to take it back. */
  undoable: (text: string, undo: () => void) => push({ kind: 'success', title: 'Succès', text, undo }),
  error: (text: string, title = 'Erreur') => push({ kind: 'error', title, text }),
};

/**
 * Connects the notification region, which receives what was waiting first.
 *
 * @returns a function that disconnects it
 */
export function onNotice(next: Listener): () => void {
  listener = next;
  for (const notice of waiting.splice(0)) next(notice);
  return () => {
    if (listener === next) listener = undefined;
  };
}
