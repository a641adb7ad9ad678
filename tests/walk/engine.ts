/** A page of some engine, as the walk uses it: no more than every driver can do. */
export type WalkPage = {
  open: (url: string) => Promise<void>;
  /** Resizes the window, and makes the pointer coarse on narrow ones, where the engine can. */
  resize: (width: number, height: number) => Promise<void>;
  /** The value of a JavaScript expression in the page. */
  run: <Value>(expression: string) => Promise<Value>;
  click: (x: number, y: number) => Promise<void>;
  type: (text: string) => Promise<void>;
  press: (key: 'Tab' | 'Escape' | 'Enter' | 'Space' | 'ArrowDown') => Promise<void>;
  /** Makes its window the one that keys go to, where the engine can. */
  activate: () => Promise<void>;
  /** Cuts the network, or joins it again. */
  cut: (isCut: boolean) => Promise<void>;
  /** Gives files of this machine to a file input, as its picker would. */
  choose: (selector: string, files: string[]) => Promise<void>;
  /** Returns what the window shows, as PNG or JPEG. */
  picture: () => Promise<Buffer>;
  /** Console errors, exceptions and failed requests since it was last asked. */
  problems: () => Promise<string[]>;
  close: () => Promise<void>;
};

export type Engine = {
  name: string;
  version: string;
  /** A page with an empty storage of its own. */
  newPage: () => Promise<WalkPage>;
  close: () => Promise<void>;
};

/** An engine that may be on this machine: `start` answers why it is not, when it is not. */
export type EngineChoice = { name: string; start: () => Promise<Engine | { missing: string }> };

/** Windows up to this width are touched rather than pointed at. */
export const TOUCH_WIDTH = 768;
