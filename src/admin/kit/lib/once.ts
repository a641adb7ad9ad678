/**
 * Memoizes a factory. It serves formats above all: in a trace of the built site (CPU ÷ 4) the first `Intl` format
 * took up to 75 ms, and screens that show none should not pay for it.
 */
export function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
