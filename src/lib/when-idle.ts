/** When the browser has nothing better to do; Safari has no word for it. */
export const whenIdle = (work: () => void) => {
  if ('requestIdleCallback' in window) requestIdleCallback(work);
  else setTimeout(work, 500);
};
