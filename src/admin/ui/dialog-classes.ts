/** The look shared by every dialog of the back office. One height for all: of two, the later one covers the earlier. */
export const overlayClass = 'fixed inset-0 z-50 bg-ink/50';

export const dialogClass =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-2xl bg-paper shadow-xl outline-none';
