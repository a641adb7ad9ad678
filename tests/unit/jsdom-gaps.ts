// Replaces what jsdom lacks, or does slowly. Loaded once for each worker: its test files share one page (vite.config.ts).

// Toasts capture the pointer, which jsdom cannot.
Element.prototype.setPointerCapture = () => {};

// The palette's library asks a page for these; jsdom lays nothing out, so it cannot scroll.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// In the Chromium of 2026 it returns a promise, which the types do not know yet.
const scrollIntoView: () => unknown = () => Promise.resolve();
Element.prototype.scrollIntoView ??= scrollIntoView as () => void;
Range.prototype.getClientRects ??= () => document.createElement('p').getClientRects();

// Object URLs, whose pictures jsdom does not load.
URL.createObjectURL ??= () => 'blob:file';
URL.revokeObjectURL ??= () => {};

// Popovers, which jsdom never shows: their button shows them, and a button inside may hide them.
document.addEventListener('click', ({ target }) => {
  const id = target instanceof Element && target.closest('[popovertarget]')?.getAttribute('popovertarget');
  const panel = id ? document.getElementById(id) : null;
  if (panel) panel.style.display = panel.style.display ? '' : 'block';
});
HTMLElement.prototype.hidePopover = function hide() {
  this.style.display = '';
};

// Libraries write into a `<style>` that has this, as in old browsers: else jsdom would parse the sheet of the toasts, and
// test its hundred rules against every element whose style is asked for.
Object.assign(HTMLStyleElement.prototype, { styleSheet: {} });

// A query by role asks for the style of every element and of all around it, which jsdom computes rule by rule: a
// third of the time of all tests. No style sheet is loaded: what hides is an attribute or an element type that the
// browser's own sheet knows, or an inline style.
const hiddenStyle = document.createElement('p').style;
hiddenStyle.display = 'none';
// Buttons of toasts accept the pointer that a dialog takes away, by classes that no test loads (toasts.tsx;
// notifications.spec.ts tests it in a browser).
const clickableStyle = document.createElement('p').style;
clickableStyle.pointerEvents = 'auto';
const isHiddenByDefault = (element: Element) =>
  /^(?:datalist|head|link|meta|script|style|template|title)$/.test(element.localName) ||
  (element.localName === 'dialog' && !element.hasAttribute('open')) ||
  (element.localName === 'input' && element.getAttribute('type') === 'hidden') ||
  // The inline style of a popover tells whether it is shown (above).
  element.hasAttribute('popover') ||
  element.hasAttribute('hidden');
const computedStyle = window.getComputedStyle;
window.getComputedStyle = (element, pseudo) => {
  // Icons too: they are three of every four elements of a page.
  if (!(element instanceof HTMLElement || element instanceof SVGElement))
    return computedStyle(element, pseudo);
  if (element.style.display === '' && isHiddenByDefault(element)) return hiddenStyle;
  const isOfToast = element.localName === 'button' && element.closest('[data-sonner-toast]') !== null;
  return isOfToast ? clickableStyle : element.style;
};

// A query by role tests each element against about eighty selectors. One that names another element type is
// answered at once.
const SIMPLE_SELECTOR = /^([a-z][a-z0-9]*)(?:[[:.#][^\s,>+~]*)?$/;
const kinds = new Map<string, string | undefined>();
const originalMatches = Element.prototype.matches;
Element.prototype.matches = function matchesQuickly(this: Element, selector: string) {
  if (!kinds.has(selector)) kinds.set(selector, SIMPLE_SELECTOR.exec(selector)?.[1]);
  const kind = kinds.get(selector);
  return kind !== undefined && kind !== this.localName ? false : originalMatches.call(this, selector);
} as typeof originalMatches;

// A query by label asks each field for its labels, and jsdom then walks the whole page for every label: the
// time grew with the square of the form. One selector serves all fields, because each one is compiled.
function labelsOf(this: HTMLElement): HTMLLabelElement[] {
  const naming = this.id ? [...document.querySelectorAll<HTMLLabelElement>('label[for]')] : [];
  const labels = naming.filter((label) => label.htmlFor === this.id);
  const around = this.closest('label');
  return around && !around.htmlFor && around.control === this ? [...labels, around] : labels;
}
// The same query asks each label for the fields in it, although most labels hold a text alone, and the page for an
// element by its id.
const nothing = document.createDocumentFragment().childNodes as NodeListOf<Element>;
const { querySelector: originalFirst, querySelectorAll: originalAll } = Element.prototype;
Element.prototype.querySelectorAll = function all(this: Element, selector: string) {
  return this.firstElementChild ? originalAll.call(this, selector) : nothing;
} as typeof originalAll;
const BY_ID = /^\[id="([^"\\]+)"\]$/;
Element.prototype.querySelector = function first(this: Element, selector: string) {
  const [, id] = BY_ID.exec(selector) ?? [];
  if (id === undefined || !this.isConnected) return originalFirst.call(this, selector);
  const found = document.getElementById(id);
  return found && found !== this && this.contains(found) ? found : null;
} as typeof originalFirst;
for (const { prototype } of [
  ...[HTMLButtonElement, HTMLInputElement, HTMLMeterElement, HTMLOutputElement, HTMLProgressElement],
  ...[HTMLSelectElement, HTMLTextAreaElement],
]) {
  Object.defineProperty(prototype, 'labels', { get: labelsOf, configurable: true });
}
