import { draftScene } from '@tests/draft-scenes';
import { describe, expect, it } from 'vitest';
import { fieldText } from './merge-drafts';
import type { DraftScene, DraftTour } from './panorama-tour.schema';
import { isNameToWrite, keepTexts, rejectText, sceneState, withProposals, writeText } from './scene-texts';

const scene = (id: string, change: Partial<DraftScene> = {}) =>
  draftScene(id, { name: 'Parvis', alt: 'Une place dallée.', ...change });
const proposalOf = (id: string) => ({ id, name: 'Quai de bois', alt: 'Un quai devant le fleuve.' });

describe('the texts of a scene', () => {
  it.each(['', ' ', 'IMG 0012', 'PANO 20260812 101112', 'R0010023', 'Scène 3', 'Sans titre', 'DJI_0007 (2)'])(
    'have a name to write: « %s »',
    (name) => expect(isNameToWrite(name)).toBe(true),
  );

  it.each(['Parvis', 'Salle 12', 'Quai B2 nord', '2e étage', 'Place de leglise', 'Été'])(
    'have a name that a person gave: « %s »',
    (name) => expect(isNameToWrite(name)).toBe(false),
  );

  it('are to read before they are to write, and written when a person has read them', () => {
    expect(sceneState(scene('a'))).toBe('written');
    expect(sceneState(scene('a', { alt: ' ' }))).toBe('toWrite');
    expect(sceneState(scene('a', { name: '', proposedTexts: ['alt'] }))).toBe('proposed');
    const proposed = scene('a', { proposedTexts: ['name', 'alt'] });
    expect(sceneState(keepTexts(proposed, ['name']))).toBe('proposed');
    expect(keepTexts(proposed)).toEqual(scene('a'));
    expect(writeText(proposed, 'alt', 'Le parvis.')).toEqual(
      scene('a', { alt: 'Le parvis.', proposedTexts: ['name'] }),
    );
  });

  it('are neutral again when rejected', () => {
    const proposed = scene('a', { proposedTexts: ['name', 'alt'] });
    const rejected = rejectText(rejectText(proposed, 'name', 4), 'alt', 4);
    expect(rejected).toEqual(scene('a', { name: 'Scène 4', alt: '' }));
    expect(sceneState(rejected)).toBe('toWrite');
  });

  it('are proposed only where nothing was written in the meantime', () => {
    const tour: DraftTour = {
      scenes: [scene('a', { name: 'IMG 1', alt: '' }), scene('b', { alt: '' }), scene('c'), scene('d')],
    };
    const { scenes } = withProposals(['a', 'b', 'c', 'partie'].map(proposalOf))(tour);
    expect(scenes).toEqual([
      scene('a', { ...proposalOf('a'), proposedTexts: ['name', 'alt'] }),
      scene('b', { alt: 'Un quai devant le fleuve.', proposedTexts: ['alt'] }),
      scene('c'),
      scene('d'),
    ]);
  });

  it('are told in French where two tabs disagree about them', () =>
    expect(fieldText('a/proposedTexts', { 'a/proposedTexts': '["name","alt"]' })).toBe('nom, description'));
});
