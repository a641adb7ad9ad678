/**
 * What is made the first time it is asked for, and kept. For formats above all: a phone takes up to 75 ms to read the
 * tables behind the first one (`npm run bench`), and nobody waits for a format that a screen does not show.
 */
export function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
