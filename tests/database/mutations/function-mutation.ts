/** A piece of a function's text, and what a careless hand would make of it. */
export type FunctionMutation = {
  function: string;
  what: string;
  from: string | RegExp;
  to: string;
  objects: string[];
  /** Parts of the names of the checks most likely to notice, the likeliest first. */
  hints?: string[];
};
