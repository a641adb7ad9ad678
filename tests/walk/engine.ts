/** A page of some engine, as the walk uses it: no more than every driver can do. */
export type WalkPage = {
  open: (url: string) => Promise<void>;
  /** Resizes the window, and makes the pointer coarse on narrow ones, where the engine can. */
  resize: (width: number, height: number) => Promise<void>;
  /** Evaluates a JavaScript expression in the page. */
  run: <Value>(expression: string) => Promise<Value>;
  click: (x: number, y: number) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Presses a key, with others held before it: `Shift+Tab`. */
  press: (key: string) => Promise<void>;
  /** Gives the window the keyboard focus, where the engine can. */
  activate: () => Promise<void>;
  /** Cuts the network, or restores it. */
  cut: (isCut: boolean) => Promise<void>;
  /** Gives local files to a file input, as its picker would. */
  choose: (selector: string, files: string[]) => Promise<void>;
  /** Returns what the window shows, as PNG or JPEG. */
  picture: () => Promise<Buffer>;
  /** Returns the console errors, exceptions and failed requests since the last call. */
  problems: () => Promise<string[]>;
  close: () => Promise<void>;
};

export type Engine = {
  name: string;
  version: string;
  /** Opens a page with an empty storage of its own. */
  newPage: () => Promise<WalkPage>;
  close: () => Promise<void>;
};

/** A browser engine that may be on this machine; `start` returns why it is missing, when it is. */
export type EngineChoice = { name: string; start: () => Promise<Engine | { missing: string }> };

/** Windows up to this width have a coarse pointer. */
export const TOUCH_WIDTH = 768;
