/** `npm run proof` sets the variable: random and volume tests then run in full. */
const isProof = process.env.PROOF === '1';

/**
 * Returns the size of a random or volume test: `some` in `npm test`, `all` in the nightly proof, with the same seeds.
 */
export const proofSize = (some: number, all: number): number => (isProof ? all : some);
