/** `npm run proof` sets it: random and voluminous checks then run in full. */
const isProof = process.env.PROOF === '1';

/** Size of a random or voluminous check: `some` in `npm test`, `all` in the nightly proof, with the same seeds. */
export const proofSize = (some: number, all: number): number => (isProof ? all : some);
