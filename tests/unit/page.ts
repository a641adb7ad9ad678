import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
// Loaded beforehand, as a browser does when idle.
import '@/admin/ui/confirm-dialog-content';

// The longest wait for something to appear, on a busy machine.
configure({ asyncUtilTimeout: 10_000 });
const real = window.getComputedStyle;
window.getComputedStyle = (element) => {
  const style = (element as HTMLElement).style;
  return (element as HTMLElement).hidden ? real(element) : style;
};

// Toasts capture the pointer, which jsdom cannot.
Element.prototype.setPointerCapture = () => {};

// What the palette's library asks of a page; jsdom lays nothing out.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};

// Popovers, which jsdom never shows: a button shows its own, and what it holds may close it.
document.addEventListener('click', ({ target }) => {
  const id = target instanceof Element && target.closest('[popovertarget]')?.getAttribute('popovertarget');
  const panel = id ? document.getElementById(id) : null;
  if (panel) panel.style.display = panel.style.display ? '' : 'block';
});
HTMLElement.prototype.hidePopover = function hide() {
  this.style.display = '';
};

// Toasts fade in: tests find their text before they are opaque.
const shown = document.createElement('style');
shown.textContent = '[data-sonner-toast] { opacity: 1 !important; }';
document.documentElement.append(shown);

// A timer that fires after the last test of a file (a toast that fades out, a lazy import) would find no window and fail
// the whole run.
const timers = new Set<NodeJS.Timeout>();
const wait = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...what: Parameters<typeof wait>) => {
  const timer = wait(...what);
  timers.add(timer);
  return timer;
}, wait);
afterAll(() => timers.forEach(clearTimeout));

afterEach(cleanup);
