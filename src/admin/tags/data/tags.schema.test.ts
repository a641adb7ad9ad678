import { describe, expect, it } from 'vitest';
import { emptyTag, type TagFormValues, tagSchema } from './tags.schema';

const validTag: TagFormValues = { ...emptyTag, name: 'Bord de l’eau', slug: 'bord-de-l-eau' };

/** Returns the schema's messages by field. */
function messages(change: Partial<TagFormValues>) {
  const result = tagSchema.safeParse({ ...validTag, ...change });
  return result.success ? [] : result.error.issues.map((issue) => [issue.path[0], issue.message]);
}

describe('tagSchema', () => {
  it('starts from the blue of the specification', () => {
    expect(emptyTag.color).toBe('#3b82f6');
  });

  it('accepts the most that each text may hold, and no icon', () => {
    const longest = { name: 'n'.repeat(100), slug: 's'.repeat(100), icon: 'i'.repeat(50) };
    expect(messages(longest)).toEqual([]);
    expect(messages({ icon: '' })).toEqual([]);
    expect(messages({ color: '#ABCdef' })).toEqual([]);
  });

  const notASlug =
    'Le slug ne peut contenir que des minuscules sans accent, des chiffres et des traits d’union';
  it.each<[keyof TagFormValues, string, string]>([
    ['name', '', 'Le nom est requis'],
    ['name', '   ', 'Le nom est requis'],
    ['name', 'n'.repeat(101), 'Le nom ne peut pas dépasser 100 caractères'],
    ['slug', 's'.repeat(101), 'Le slug ne peut pas dépasser 100 caractères'],
    ['slug', 'Bord de l’eau', notASlug],
    ['slug', '-bord', notASlug],
    ['color', '', 'Couleur invalide'],
    ['color', '#3b82f', 'Couleur invalide'],
    ['color', '#3b82f60', 'Couleur invalide'],
    ['color', '3b82f6', 'Couleur invalide'],
    ['color', '#3b82fg', 'Couleur invalide'],
    ['color', 'bleu', 'Couleur invalide'],
    ['color', '#3b8', 'Couleur invalide'],
    ['icon', 'i'.repeat(51), 'Le nom de l’icône ne peut pas dépasser 50 caractères'],
  ])('%s = %j: %s', (field, value, message) => {
    expect(messages({ [field]: value })).toEqual([[field, message]]);
  });

  it('asks for a slug first of all', () => {
    expect(messages({ slug: '' })[0]).toEqual(['slug', 'Le slug est requis']);
  });

  it('takes the spaces off the edges', () => {
    expect(tagSchema.parse({ ...validTag, name: ' Fjord ', color: ' #000000 ' })).toMatchObject({
      name: 'Fjord',
      color: '#000000',
    });
  });
});
