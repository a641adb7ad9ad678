// Runs in the page: finds elements by role and name, as a person or a screen reader does, and what covers
// them.
import { computeAccessibleName, getRole } from 'dom-accessibility-api';

/** Selectors of what a person may press or fill, by role. */
const SELECTORS = {
  button: 'button, [role=button], summary, input[type=submit]',
  link: 'a[href]',
  field:
    'textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color], [type=hidden], [type=submit], [type=button])',
  list: 'select',
  checkbox: 'input[type=checkbox], [role=checkbox], [role=switch]',
  radio: 'input[type=radio], [role=radio]',
  tab: '[role=tab]',
  option: '[role=option]',
  menuitem: '[role=menuitem], [role=menuitemradio]',
  file: 'input[type=file]',
} as const;

export type Role = keyof typeof SELECTORS;
/** A name, or the source of a regular expression of names. */
export type Name = string | { source: string };

/** Whether an element can be pressed: `ready`, or what is in the way. */
export type ElementSight = {
  state: 'absent' | 'disabled' | 'covered' | 'ready';
  x: number;
  y: number;
  hasFocus: boolean;
  /** It stands before what has the focus. */
  isBefore: boolean;
  /** Enter in the field that has the focus presses it, as in every form. */
  isDefault: boolean;
  /** The key that the element announces, as `aria-keyshortcuts`; empty without one. */
  shortcut: string;
  /** The element that covers it, or its value. */
  text: string;
};

const plainText = (text: string) => text.replace(/[\s\u00a0]+/g, ' ').trim();
/** The mark of a required or optional field is not part of its name; a field without a name is known by its placeholder. */
const nameOf = (element: Element) =>
  plainText(computeAccessibleName(element) || (element.getAttribute('placeholder') ?? '')).replace(
    / ?(\*|\(facultatif\))$/,
    '',
  );

const isSeen = (element: Element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
  // The input of a file button is invisible; its label is what people see.
  (element.matches('input[type=file]') &&
    (element as HTMLInputElement).labels?.[0]?.checkVisibility() === true);

/** Returns the open modal dialog, if any. */
const modalOf = () =>
  [...document.querySelectorAll('dialog:modal, [role=alertdialog], [role=dialog][data-state=open]')].at(-1);

function* elementsOf(role: Role, root: ParentNode): Generator<Element> {
  for (const element of root.querySelectorAll(SELECTORS[role])) {
    if (isSeen(element) && !(role === 'button' && getRole(element) === 'tab')) yield element;
  }
}

/** Finds the first element with a role and name, inside the open dialog if there is one. */
function find(role: Role, name: Name): Element | undefined {
  const pattern = typeof name === 'string' ? undefined : new RegExp(name.source, 'u');
  const modal = modalOf();
  for (const root of modal ? [modal, document] : [document]) {
    for (const element of elementsOf(role, root)) {
      const text = nameOf(element);
      if (pattern ? pattern.test(text) : text === name) return element;
    }
  }
  return undefined;
}

/** Returns the element that receives the press: for an invisible input, its label. */
const pressTarget = (element: Element) => {
  const input = element as HTMLInputElement;
  const { width } = element.getBoundingClientRect();
  return width > 2 ? element : (input.labels?.[0] ?? element);
};

/** The button that Enter presses in a field of one line: the first one of its form that sends it. */
const defaultOf = (field: Element | null) =>
  field instanceof HTMLInputElement && !field.matches('[type=checkbox], [type=radio], [type=file]')
    ? [...(field.form?.elements ?? [])].find((element) => element.matches('[type=submit]'))
    : undefined;

export function see(role: Role, name: Name): ElementSight {
  const none = { x: 0, y: 0, hasFocus: false, isBefore: false, isDefault: false, shortcut: '', text: '' };
  const element = find(role, name);
  if (!element) return { state: 'absent', ...none };
  if (element.matches(':disabled, [aria-disabled=true]')) return { state: 'disabled', ...none };
  const target = pressTarget(element);
  const place = () => {
    const { left, right, top, bottom } = target.getBoundingClientRect();
    return { x: (left + right) / 2, y: (top + bottom) / 2 };
  };
  let { x, y } = place();
  const reaches = () => {
    const hit = document.elementFromPoint(x, y);
    return (
      hit !== null &&
      (target.contains(hit) ||
        hit.contains(target) ||
        (target.matches('label *') && target.closest('label')?.contains(hit)))
    );
  };
  if (!reaches()) {
    target.scrollIntoView({ block: 'center', behavior: 'instant' });
    ({ x, y } = place());
  }
  const { activeElement: active, body } = document;
  const found = {
    ...{ x, y, hasFocus: active === element, isDefault: defaultOf(active) === element },
    shortcut: element.getAttribute('aria-keyshortcuts') ?? '',
    isBefore:
      active !== null &&
      active !== body &&
      (active.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) > 0,
  };
  if (!reaches()) {
    const hit = document.elementFromPoint(x, y);
    return {
      state: 'covered',
      ...found,
      text: plainText(hit?.textContent ?? hit?.tagName ?? '').slice(0, 60),
    };
  }
  return { state: 'ready', ...found, text: 'value' in element ? String(element.value) : '' };
}

/**
 * Chooses an option of a select by its text, because drivers cannot open native lists. Returns false where there is
 * none.
 */
export function choose(name: Name, option: Name): boolean {
  const select = find('list', name) as HTMLSelectElement | undefined;
  const pattern = typeof option === 'string' ? undefined : new RegExp(option.source, 'u');
  const found = [...(select?.options ?? [])].find(({ text }) =>
    pattern ? pattern.test(plainText(text)) : plainText(text) === option,
  );
  if (!select || !found) return false;
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, found.value);
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** Marks the file input of this name for the driver, and returns whether there is one. */
export function markFile(name: Name): boolean {
  for (const marked of document.querySelectorAll('[data-walk-file]'))
    marked.removeAttribute('data-walk-file');
  const input = find('file', name);
  input?.setAttribute('data-walk-file', '');
  return input !== undefined;
}

export const selectAll = () => {
  const { activeElement: field } = document;
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
};

/** Returns the role and name of the focused element, for driving by keyboard. */
export const focused = () => {
  const { activeElement: element } = document;
  return element && element !== document.body ? nameOf(element).slice(0, 80) : '';
};

/** Lists the role and name of everything that can be pressed, for the report of a dead end. */
export const everything = () =>
  (Object.keys(SELECTORS) as Role[]).flatMap((role) =>
    [...elementsOf(role, modalOf() ?? document)].map(
      (element) => `${role} « ${nameOf(element).slice(0, 80)} »`,
    ),
  );

/** Lists the controls whose middle is under a notification; a modal native dialog is painted over notifications. */
export function underNotices(): string[] {
  if (document.querySelector('dialog:modal')) return [];
  const notices = [...document.querySelectorAll('[aria-label^=Notifications] li')].filter(
    (notice) =>
      notice.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      notice.getAttribute('data-visible') !== 'false',
  );
  return notices.flatMap((notice) => {
    const over = notice.getBoundingClientRect();
    return (['button', 'link', 'field', 'list', 'checkbox'] as const).flatMap((role) =>
      [...elementsOf(role, modalOf() ?? document)].flatMap((element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const isUnder = x > over.left && x < over.right && y > over.top && y < over.bottom;
        // The pointer passes through a notice: what it does not reach is under the header, or scrolled out of sight.
        const hit = isUnder ? document.elementFromPoint(x, y) : null;
        return width > 2 && hit && element.contains(hit) && !notice.contains(element)
          ? [`${role} « ${nameOf(element).slice(0, 60)} »`]
          : [];
      }),
    );
  });
}

/**
 * Returns how many rows of a list the element is from the focused one: J and K go there from row to row. None where it
 * is not in a list, and while letters are text.
 */
export function rowsTo(role: Role, name: Name): number {
  const row = find(role, name)?.closest('main [data-rows] > *');
  const { activeElement: active } = document;
  if (!row || active?.matches(SELECTORS.field) || active?.matches('select')) return 0;
  const rows = [...document.querySelectorAll('main [data-rows] > *')].filter((one) =>
    one.querySelector('a, button'),
  );
  const at = rows.findIndex((one) => one.contains(active));
  return rows.indexOf(row) - at;
}

export const isInContent = (role: Role, name: Name) => find(role, name)?.closest('main') != null;

/** Tells whether the page visibly shows a text. */
export function says(text: Name): boolean {
  // biome-ignore lint/performance/useDomNodeTextContent: what one sees, without what is hidden
  const seen = plainText(document.body.innerText);
  return typeof text === 'string' ? seen.includes(plainText(text)) : new RegExp(text.source, 'u').test(seen);
}

/** Tells whether the screen has loaded and nothing moves. */
export const isSettled = () => walkChecks?.isSettled() ?? false;

export const cutTexts = () =>
  (walkChecks?.findings(true) ?? []).filter(({ kind }) => kind === 'cut').map(({ text }) => text);
