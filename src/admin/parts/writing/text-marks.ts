/** What is selected in a text, from the first character to the one after the last. */
export type Selection = { text: string; start: number; end: number };

/** A change of a text: what stands from `from` to `to` is replaced, then `start` to `end` are selected. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number };

const replaced = (from: number, to: number, insert: string, inner: [number, number]): Edit => ({
  ...{ from, to, insert },
  start: from + inner[0],
  end: from + inner[1],
});

/** Puts a mark (`**`, `*`) around what is selected, or takes it away; without a selection, around a word to type over. */
export function toggleMark({ text, start, end }: Selection, mark: '**' | '*'): Edit {
  const { length } = mark;
  const isAround =
    text.slice(start - length, start) === mark &&
    text.slice(end, end + length) === mark &&
    // One star of two is no mark of its own.
    (mark === '**' || (text[start - 2] !== '*' && text[end + 1] !== '*'));
  if (isAround) return replaced(start - length, end + length, text.slice(start, end), [0, end - start]);
  const chosen = text.slice(start, end);
  // A mark stands against the words: a double press selects the space after them too.
  const words = chosen.trim() || 'texte';
  const before = chosen.trim() ? chosen.length - chosen.trimStart().length : 0;
  const after = chosen.trim() ? chosen.length - chosen.trimEnd().length : 0;
  const insert = `${chosen.slice(0, before)}${mark}${words}${mark}${after ? chosen.slice(-after) : ''}`;
  return replaced(start, end, insert, [before + length, before + length + words.length]);
}

const kinds = {
  bullets: { is: /^[-•]\s+/, mark: () => '- ' },
  numbers: { is: /^\d{1,2}[.)]\s+/, mark: (index: number) => `${index + 1}. ` },
} as const;

/** Makes a list of the lines of the selection, or lines of the list. */
export function toggleList({ text, start, end }: Selection, kind: keyof typeof kinds): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const next = text.indexOf('\n', end);
  const to = next === -1 ? text.length : next;
  const lines = text.slice(from, to).split('\n');
  const { is, mark } = kinds[kind];
  const plain = lines.map((line) => line.replace(kinds.bullets.is, '').replace(kinds.numbers.is, ''));
  const insert = lines.every((line) => is.test(line))
    ? plain.join('\n')
    : plain.map((line, index) => `${mark(index)}${line}`).join('\n');
  return replaced(from, to, insert, [insert.length, insert.length]);
}

/** Puts words where the selection was. */
export const insertWords = ({ start, end }: Selection, words: string): Edit =>
  replaced(start, end, words, [words.length, words.length]);

/** Puts a block (a picture, a button, a tour) after the line of the cursor, between blank lines. */
export function insertBlock({ text, end }: Selection, block: string): Edit {
  const next = text.indexOf('\n', end);
  const at = next === -1 ? text.length : next;
  const before = text.slice(0, at).trimEnd();
  const after = text.slice(at).trimStart();
  const insert = `${before ? '\n\n' : ''}${block}${after ? '\n\n' : ''}`;
  return replaced(before.length, text.length - after.length, insert, [insert.length, insert.length]);
}

/** Gives the message this preheader, its first line, instead of the one that it had. */
export function setPreheader(text: string, preheader: string, line: RegExp): Edit {
  const [first = ''] = text.split('\n', 1);
  const to = line.test(first.trim()) ? text.length - text.slice(first.length).trimStart().length : 0;
  const insert = preheader ? `[aperçu: ${preheader}]\n\n` : '';
  return replaced(0, to, insert, [insert.length, insert.length]);
}

/**
 * Types the change into a control, so that Ctrl+Z takes it back; where the browser does not offer that, puts it there and
 * says that something was typed.
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
