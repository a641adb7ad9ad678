// Runs in the page: what a person or their screen reader would find by its role and its name, and what is over it.
import { computeAccessibleName, getRole } from 'dom-accessibility-api';

/** Kinds of things that one may press or fill, by the word of a person. */
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

/** Obstacle to a press; `ready`: none. */
export type Sight = {
  state: 'absent' | 'disabled' | 'covered' | 'ready';
  x: number;
  y: number;
  hasFocus: boolean;
  /** The element that covers it, or its value. */
  text: string;
};

const plain = (text: string) => text.replace(/[\s\u00a0]+/g, ' ').trim();
/** The star of a required field is no part of its name; one without a name is known by its example. */
const nameOf = (element: Element) =>
  plain(computeAccessibleName(element) || (element.getAttribute('placeholder') ?? '')).replace(/ ?\*$/, '');

const isSeen = (element: Element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
  // The input of a file button is invisible, and its label is what one sees.
  (element.matches('input[type=file]') &&
    (element as HTMLInputElement).labels?.[0]?.checkVisibility() === true);

/** The dialog that everything else waits for. */
const modalOf = () =>
  [...document.querySelectorAll('dialog:modal, [role=alertdialog], [role=dialog][data-state=open]')].at(-1);

function* all(role: Role, root: ParentNode): Generator<Element> {
  for (const element of root.querySelectorAll(SELECTORS[role])) {
    if (isSeen(element) && !(role === 'button' && getRole(element) === 'tab')) yield element;
  }
}

/** The first thing of this role and name, in the dialog that is open if one is. */
function find(role: Role, name: Name): Element | undefined {
  const pattern = typeof name === 'string' ? undefined : new RegExp(name.source, 'u');
  const modal = modalOf();
  for (const root of modal ? [modal, document] : [document]) {
    for (const element of all(role, root)) {
      const text = nameOf(element);
      if (pattern ? pattern.test(text) : text === name) return element;
    }
  }
  return undefined;
}

/** The element that a finger presses: the label of an invisible input. */
const pressed = (element: Element) => {
  const input = element as HTMLInputElement;
  const { width } = element.getBoundingClientRect();
  return width > 2 ? element : (input.labels?.[0] ?? element);
};

export function see(role: Role, name: Name): Sight {
  const none = { x: 0, y: 0, hasFocus: false, text: '' };
  const element = find(role, name);
  if (!element) return { state: 'absent', ...none };
  if (element.matches(':disabled, [aria-disabled=true]')) return { state: 'disabled', ...none };
  const target = pressed(element);
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
  const { activeElement: active } = document;
  const hasFocus = active === element;
  if (!reaches()) {
    const hit = document.elementFromPoint(x, y);
    return {
      state: 'covered',
      x,
      y,
      hasFocus,
      text: plain(hit?.textContent ?? hit?.tagName ?? '').slice(0, 60),
    };
  }
  const text = 'value' in element ? String(element.value) : '';
  return { state: 'ready', x, y, hasFocus, text };
}

/** Chooses an option by its words: drivers cannot open the system's own lists. Returns false where there is none. */
export function choose(name: Name, option: Name): boolean {
  const select = find('list', name) as HTMLSelectElement | undefined;
  const pattern = typeof option === 'string' ? undefined : new RegExp(option.source, 'u');
  const found = [...(select?.options ?? [])].find(({ text }) =>
    pattern ? pattern.test(plain(text)) : plain(text) === option,
  );
  if (!select || !found) return false;
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, found.value);
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** Marks the file input of this name, for a driver; returns whether there is one. */
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

/** Name of what has the focus, for who has a keyboard and nothing else. */
export const focused = () => {
  const { activeElement: element } = document;
  return element && element !== document.body ? nameOf(element).slice(0, 80) : '';
};

/** Names of all that one may press, as role and name: what a dead end leaves. */
export const everything = () =>
  (Object.keys(SELECTORS) as Role[]).flatMap((role) =>
    [...all(role, modalOf() ?? document)].map((element) => `${role} « ${nameOf(element).slice(0, 80)} »`),
  );

/** Names of the controls whose middle is under a notice. */
export function underNotices(): string[] {
  const notices = [...document.querySelectorAll('[aria-label^=Notifications] li')].filter(
    (notice) =>
      notice.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      notice.getAttribute('data-visible') !== 'false',
  );
  return notices.flatMap((notice) => {
    const over = notice.getBoundingClientRect();
    return (['button', 'link', 'field', 'list', 'checkbox'] as const).flatMap((role) =>
      [...all(role, modalOf() ?? document)].flatMap((element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const isUnder = x > over.left && x < over.right && y > over.top && y < over.bottom;
        return isUnder && width > 2 && !notice.contains(element)
          ? [`${role} « ${nameOf(element).slice(0, 60)} »`]
          : [];
      }),
    );
  });
}

export const isInContent = (role: Role, name: Name) => find(role, name)?.closest('main') != null;

/** The page says it, where one sees it. */
export function says(text: Name): boolean {
  // biome-ignore lint/performance/useDomNodeTextContent: what one sees, without what is hidden
  const seen = plain(document.body.innerText);
  return typeof text === 'string' ? seen.includes(plain(text)) : new RegExp(text.source, 'u').test(seen);
}

/** Tells whether the screen has come and nothing moves. */
export const isSettled = () => walkChecks?.isSettled() ?? false;

export const cutTexts = () =>
  (walkChecks?.findings(true) ?? []).filter(({ kind }) => kind === 'cut').map(({ text }) => text);
