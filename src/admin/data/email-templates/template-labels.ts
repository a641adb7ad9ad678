/** How a template speaks: stored value → French label. */
export const tones = {
  professionnel: 'Professionnel',
  décontracté: 'Décontracté',
  persuasif: 'Persuasif',
  amical: 'Amical',
} as const;

export type Tone = keyof typeof tones;
