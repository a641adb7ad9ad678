/** A selection in a text, from its first character to the one after its last. */
export type Selection = { text: string; start: number; end: number };

/** A change of a text: the part from `from` to `to` is replaced, then `start` to `end` are selected. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number };

const replaceRange = (from: number, to: number, insert: string, inner: [number, number]): Edit => ({
  from,
  to,
  insert,
  start: from + inner[0],
  end: from + inner[1],
});

/** Puts a mark (`**`, `*`) around the selection, or removes it; without a selection, around a word to type over. */
export function toggleMark({ text, start, end }: Selection, mark: '**' | '*'): Edit {
  const { length } = mark;
  const isAround =
    text.slice(start - length, start) === mark &&
    text.slice(end, end + length) === mark &&
    // One star of two is no mark of its own.
    (mark === '**' || (text[start - 2] !== '*' && text[end + 1] !== '*'));
  if (isAround) return replaceRange(start - length, end + length, text.slice(start, end), [0, end - start]);
  const chosen = text.slice(start, end);
  // A mark must touch the words: a double click selects the space after them too.
  const words = chosen.trim() || 'texte';
  const before = chosen.trim() ? chosen.length - chosen.trimStart().length : 0;
  const after = chosen.trim() ? chosen.length - chosen.trimEnd().length : 0;
  const insert = `${chosen.slice(0, before)}${mark}${words}${mark}${after ? chosen.slice(-after) : ''}`;
  return replaceRange(start, end, insert, [before + length, before + length + words.length]);
}

const listKinds = {
  bullets: { is: /^[-•]\s+/, mark: () => '- ' },
  numbers: { is: /^\d{1,2}[.)]\s+/, mark: (index: number) => `${index + 1}. ` },
} as const;

/** Turns the selected lines into a list, or a list into lines. */
export function toggleList({ text, start, end }: Selection, kind: keyof typeof listKinds): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const { is, mark } = listKinds[kind];
  const plain = lines.map((line) => line.replace(listKinds.bullets.is, '').replace(listKinds.numbers.is, ''));
  const insert = lines.every((line) => is.test(line))
    ? plain.join('\n')
    : plain.map((line, index) => `${mark(index)}${line}`).join('\n');
  return replaceRange(from, to, insert, [insert.length, insert.length]);
}

/** Replaces the selection by words. */
export const insertWords = ({ start, end }: Selection, words: string): Edit =>
  replaceRange(start, end, words, [words.length, words.length]);

/** Inserts a block (a picture, a button, a tour) after the line of the cursor, between blank lines. */
export function insertBlock({ text, end }: Selection, block: string): Edit {
  const next = text.indexOf('\n', end);
  const at = next === -1 ? text.length : next;
  const before = text.slice(0, at).trimEnd();
  const after = text.slice(at).trimStart();
  const insert = `${before ? '\n\n' : ''}${block}${after ? '\n\n' : ''}`;
  return replaceRange(before.length, text.length - after.length, insert, [insert.length, insert.length]);
}

/** Sets the preheader, the message's first line, and replaces a former one. */
export function setPreheader(text: string, preheader: string, line: RegExp): Edit {
  const [first = ''] = text.split('\n', 1);
  const to = line.test(first.trim()) ? text.length - text.slice(first.length).trimStart().length : 0;
  const insert = preheader ? `[aperçu: ${preheader}]\n\n` : '';
  return replaceRange(0, to, insert, [insert.length, insert.length]);
}

/**
 * Types the change into a control, so that Ctrl+Z reverts it; where the browser does not support that, sets the value
 * and dispatches an input event.
 */
export function applyEdit(control: HTMLTextAreaElement | HTMLInputElement, edit: Edit): void {
  control.focus();
  control.setSelectionRange(edit.from, edit.to);
  const isTyped =
    typeof document.execCommand === 'function' &&
    (edit.insert === ''
      ? edit.from === edit.to || document.execCommand('delete')
      : document.execCommand('insertText', false, edit.insert));
  if (!isTyped) {
    control.setRangeText(edit.insert, edit.from, edit.to, 'end');
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
  control.setSelectionRange(edit.start, edit.end);
}
