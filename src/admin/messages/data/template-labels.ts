import type { Enums } from '@/shared/database.types';

/** Tone of a template: stored value → French label. */
export const tones = {
  professionnel: 'Professionnel',
  décontracté: 'Décontracté',
  persuasif: 'Persuasif',
  amical: 'Amical',
} as const satisfies Record<Enums<'template_tone'>, string>;

export type Tone = keyof typeof tones;
