/**
 * What is made the first time it is asked for, and kept. For formats above all: in a trace of the built site (CPU ÷ 4)
 * the first one took up to 75 ms, and nobody waits for a format that a screen does not show.
 */
export function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
