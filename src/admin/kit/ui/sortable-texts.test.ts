import { describe, expect, it } from 'vitest';
import { dragAnnouncements, dragInstructions, type SortableNoun } from './sortable-texts';

const N = '\u00a0';

describe('dragAnnouncements', () => {
  const tagNoun: SortableNoun = { noun: 'Tag', definite: 'le tag', object: 'le', ending: '' };
  const tags = [
    { id: 'a', name: 'Fjord' },
    { id: 'b', name: 'Port' },
    { id: 'c', name: 'Parc' },
  ];
  const announcements = dragAnnouncements(tags, { current: false }, tagNoun);
  const element = (id: string) => ({ id }) as never;

  it('says in French what is held, where it stands and where it is left', () => {
    const active = element('a');
    expect(announcements.onDragStart({ active })).toBe(`Tag «${N}Fjord${N}» saisi, position 1 sur 3.`);
    expect(announcements.onDragOver({ active, over: element('a') })).toBeUndefined();
    expect(announcements.onDragOver({ active, over: element('c') })).toBe(
      `Tag «${N}Fjord${N}»${N}: position 3 sur 3.`,
    );
    expect(announcements.onDragOver({ active, over: element('a') })).toBe(
      `Tag «${N}Fjord${N}»${N}: position 1 sur 3.`,
    );
    expect(announcements.onDragEnd({ active, over: element('c') })).toBe(
      `Tag «${N}Fjord${N}» déposé, position 3 sur 3.`,
    );
    expect(announcements.onDragEnd({ active, over: null })).toBe(
      `Tag «${N}Fjord${N}» déposé, position 1 sur 3.`,
    );
    expect(announcements.onDragCancel({ active, over: null })).toBe(
      `Déplacement annulé. Tag «${N}Fjord${N}» remis à sa place, position 1 sur 3.`,
    );
    expect(announcements.onDragOver({ active, over: null })).toBeUndefined();
  });

  it('agrees with a feminine noun', () => {
    const scene: SortableNoun = { noun: 'Scène', definite: 'la scène', object: 'la', ending: 'e' };
    const { onDragStart, onDragEnd } = dragAnnouncements(tags, { current: false }, scene);
    const active = element('b');
    expect(onDragStart({ active })).toBe(`Scène «${N}Port${N}» saisie, position 2 sur 3.`);
    expect(onDragEnd({ active, over: null })).toBe(`Scène «${N}Port${N}» déposée, position 2 sur 3.`);
    expect(dragInstructions(scene)).toContain('pour saisir la scène, sur les flèches pour la déplacer');
  });
});
