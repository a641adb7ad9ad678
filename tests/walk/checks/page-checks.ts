// Checks that run inside the page, the same in each engine.
import { FAILURES, FOREIGN, LITERALS, NOWHERE } from './words.ts';

export type Finding = { kind: string; text: string };

/** Values that people look up in a list: a telephone, an address, an amount, a day, an hour. */
const VALUE =
  /\d{3}[\s-]\d{3}-\d{4}|\S@\S+|\d[\s\u00a0]?\$|\b\d{1,2}(?:er)? \p{L}+\.? \d{4}|\b\d{1,2}[\s\u00a0]h\b/u;
const TYPED =
  'input:not([type=checkbox], [type=radio], [type=range], [type=file], [type=color], [type=hidden], [type=submit], [type=button]), select, textarea, [contenteditable=true]';
const NAMED = ['aria-label', 'title', 'placeholder', 'alt'];

const isVisible = (element: Element) =>
  element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
  element.getBoundingClientRect().width > 1;
const shortText = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 80);
const describe = (element: Element) =>
  `${element.tagName.toLowerCase()} « ${shortText(element.getAttribute('aria-label') ?? element.textContent ?? '')} »`;

/** Yields each text that is visible or read by a screen reader, with its element. */
function* readTexts(): Generator<[text: string, element: Element]> {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement: parent } = walker.currentNode as Text;
    if (!parent || data.trim() === '' || parent.closest('script, style, noscript, template, [lang=en]'))
      continue;
    if (parent.checkVisibility()) yield [data, parent];
  }
  for (const element of document.body.querySelectorAll(NAMED.map((name) => `[${name}]`).join())) {
    if (!element.checkVisibility()) continue;
    for (const name of NAMED) {
      const text = element.getAttribute(name);
      if (text) yield [text, element];
    }
  }
}

function badWords(expectsNowhere: boolean): Finding[] {
  const found: Finding[] = [];
  for (const [text, element] of readTexts()) {
    const literal = LITERALS.exec(text)?.[0];
    if (literal) found.push({ kind: 'literal', text: `« ${literal} » in « ${shortText(text)} »` });
    const isFolded = element.closest('details, code, pre, [data-guide]') !== null;
    const foreign = isFolded ? undefined : FOREIGN.exec(text)?.[0];
    if (foreign) found.push({ kind: 'word', text: `« ${foreign} » in « ${shortText(text)} »` });
    if (FAILURES.test(text)) found.push({ kind: 'failure', text: shortText(text) });
    if (!expectsNowhere && NOWHERE.test(text)) found.push({ kind: 'failure', text: shortText(text) });
  }
  return found;
}

function overflows(): Finding[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const widest = [...document.body.querySelectorAll('*')].find(
    (part) => part.getBoundingClientRect().right > clientWidth + 1 && isVisible(part),
  );
  return [
    { kind: 'overflow', text: `${scrollWidth - clientWidth} px${widest ? `, by ${describe(widest)}` : ''}` },
  ];
}

/** Returns where the last line of its text ends, in px of the window. */
const textBottom = (element: Element) => {
  const range = document.createRange();
  const lines = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let bottom = 0;
  while (lines.nextNode()) {
    range.selectNodeContents(lines.currentNode);
    bottom = Math.max(bottom, range.getBoundingClientRect().bottom);
  }
  return bottom;
};

/** Finds truncated texts that must be readable: marked as primary, headings, and values in lists on a laptop. */
function cutTexts(): Finding[] {
  const found: Finding[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('main *, [role=dialog] *')) {
    if (element.scrollWidth <= element.clientWidth + 1 && element.scrollHeight <= element.clientHeight + 2)
      continue;
    const { overflowX, webkitLineClamp, textOverflow } = getComputedStyle(element);
    const isClamped = webkitLineClamp !== 'none' && webkitLineClamp !== '';
    // In some engines a box around a link adds to its height without any text.
    if (isClamped && textBottom(element) <= element.getBoundingClientRect().bottom + 2) continue;
    if (!isClamped && !(overflowX === 'hidden' || overflowX === 'clip')) continue;
    if (!isClamped && (textOverflow !== 'ellipsis' || element.scrollWidth <= element.clientWidth + 1))
      continue;
    const text = shortText(element.textContent);
    if (text === '' || !isVisible(element)) continue;
    const isPrimary =
      element.closest('[data-primary], h1, h2') !== null ||
      (innerWidth >= 1280 && element.closest('td, th, li') !== null && VALUE.test(text));
    if (isPrimary) found.push({ kind: 'cut', text: `« ${text} »` });
  }
  return found;
}

/** Finds form controls with text under 16 px, into which iPhones zoom. */
function smallControls(): Finding[] {
  if (!matchMedia('(pointer: coarse)').matches) return [];
  return [...document.querySelectorAll(TYPED)]
    .filter((control) => isVisible(control) && Number.parseFloat(getComputedStyle(control).fontSize) < 16)
    .map((control) => ({
      kind: 'small control',
      text: `${getComputedStyle(control).fontSize}: ${describe(control)} ${control.getAttribute('name') ?? ''}`,
    }));
}

const labelOf = (control: Element) => {
  const label = [...((control as HTMLInputElement).labels ?? [])]
    .map(({ textContent }) => textContent)
    .join(' ');
  return shortText(control.getAttribute('aria-label') ?? (label || control.textContent));
};

let changed = performance.now();
new MutationObserver(() => {
  changed = performance.now();
}).observe(document, { childList: true, subtree: true, characterData: true });

/** Lists controls that open something without changing anything, one of each kind. */
const openersOf = () => {
  const seen = new Set<string>();
  return [
    ...document.querySelectorAll(
      'main [aria-haspopup], main button[aria-expanded=false], header [aria-haspopup]',
    ),
  ].filter((opener) => {
    const kind = `${opener.className} ${labelOf(opener).split(' ')[0]}`;
    if (!isVisible(opener) || opener.matches(':disabled, [role=combobox], [href]') || seen.has(kind))
      return false;
    seen.add(kind);
    return true;
  });
};

/** Tells whether the page has a heading, which may be for screen readers only. */
const hasHeading = () => [...document.querySelectorAll('h1')].some((heading) => heading.checkVisibility());

const checks = {
  /** Tells whether the screen has loaded and nothing moves. */
  isSettled: () =>
    document.readyState !== 'loading' &&
    performance.now() - changed > 120 &&
    hasHeading() &&
    ![...document.querySelectorAll('[role=status]')].some(
      (status) => /^(Chargement|Vérification)/.test(status.textContent ?? '') && isVisible(status),
    ) &&
    document.getAnimations().every(
      ({ playState, effect }) =>
        playState !== 'running' ||
        effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY ||
        // Firefox never ends an animation of an element that it has not drawn yet.
        (effect as KeyframeEffect | null)?.target?.checkVisibility({ contentVisibilityAuto: true }) === false,
    ),
  findings: (expectsNowhere: boolean): Finding[] => {
    const found = [...badWords(expectsNowhere), ...overflows(), ...cutTexts(), ...smallControls()];
    if (!hasHeading()) found.push({ kind: 'failure', text: 'no heading' });
    return found;
  },
  /**
   * Describes what is wrong with the focus: `null` for nothing, `outside` when it left the page, `inactive` when the
   * window has none.
   */
  focus: (): string | null => {
    // In a window without the focus, no focus style applies.
    if (!document.hasFocus()) return 'inactive';
    const { activeElement: element } = document;
    if (!element || element === document.body || element.tagName === 'IFRAME') return 'outside';
    const box = element.getBoundingClientRect();
    const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
    const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
    if (right - left < 1 || bottom - top < 1) return `out of sight: ${describe(element)}`;
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const label = (element as HTMLInputElement).labels?.[0];
    const isOver = hit && (element.contains(hit) || hit.contains(element) || label?.contains(hit));
    if (!isOver) return `covered by ${hit ? describe(hit) : 'nothing'}: ${describe(element)}`;
    // The engine decides when a focus ring is due; WebKit shows none after a click of its driver.
    if (!element.matches(':focus-visible')) return null;
    const hasRing = [element, element.parentElement, label].some((part) => {
      if (!part) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(part);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
    return hasRing ? null : `no ring: ${describe(element)}`;
  },
  openers: () => openersOf().map(labelOf),
  /** Returns the middle of an opener, scrolled into view. */
  openerAt: (index: number) => middleOf(openersOf()[index]),
  isOpen: () =>
    document.querySelector('[role=dialog], [role=alertdialog], dialog[open], [role=menu]') !== null,
  /** Returns the middle of the control with this name: a button, a link, or a field by its label. */
  named: (name: string) => {
    const controls = [...document.querySelectorAll('button, a, input, select, textarea, label')].filter(
      isVisible,
    );
    return middleOf(
      controls.find((control) => labelOf(control) === name) ??
        controls.find((control) => labelOf(control).startsWith(name)),
    );
  },
  /** Chooses the second option of a select by its label, because drivers cannot open native lists. */
  choose: (name: string, value: string) => {
    const select = [...document.querySelectorAll('select')].find((one) => labelOf(one).startsWith(name));
    if (!select) return false;
    Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')?.set?.call(select, value);
    select.dispatchEvent(new Event('change', { bubbles: true }));
    return true;
  },
  isEnabled: (name: string) =>
    [...document.querySelectorAll('button')].some(
      (button) =>
        labelOf(button) === name && isVisible(button) && !button.matches(':disabled, [aria-disabled=true]'),
    ),
  hrefOf: (name: string) =>
    [...document.querySelectorAll('a')].find((link) => labelOf(link) === name && isVisible(link))?.href ??
    null,
  says: (text: string) => document.body.textContent.includes(text),
};

function middleOf(element: Element | undefined): { x: number; y: number } | null {
  if (!element) return null;
  element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

declare global {
  var walkChecks: typeof checks | undefined;
}
globalThis.walkChecks = checks;
