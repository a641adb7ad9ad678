import { expect, it } from 'vitest';
import { emptyLine, issuedQuoteSchema } from './issued-quotes.schema';

/** Returns the errors of one field of a draft. */
const faultsOf = (values: object, field: string) =>
  issuedQuoteSchema
    .safeParse({
      ...{ organization_name: '', contact_name: '', contact_title: '', email: '', phone: '', address: '' },
      ...{ subject: '', lines: '[]', delivery: '', terms: '', notes: '', valid_until: '2026-12-31' },
      ...{ discount_kind: 'aucun', discount_value: '', discount_label: '', accepts_by: '' },
      ...values,
    })
    .error?.issues.filter(({ path }) => path[0] === field)
    .map(({ message }) => message) ?? [];

const linesWithPrice = (price: string) => ({ lines: JSON.stringify([{ ...emptyLine, price }]) });

it('a negative price leads to the discount; another that cannot be read has an example', () => {
  for (const price of ['-50', '−50,00', '– 50']) {
    expect(faultsOf(linesWithPrice(price), 'lines')).toEqual([
      'Un prix n’est jamais négatif\u00a0: pour réduire le total, inscrivez un rabais sous les lignes.',
    ]);
  }
  expect(faultsOf(linesWithPrice('1140 50'), 'lines')).toEqual([
    'Une quantité ou un prix ne se lit pas. Exemple\u00a0: 1,5 et 140,00.',
  ]);
  expect(faultsOf(linesWithPrice('1 140$50'), 'lines')).toEqual([]);
});

it('a discount of more than the whole is told from one that cannot be read', () => {
  const discount = (discount_value: string) =>
    faultsOf({ discount_kind: 'pourcentage', discount_value }, 'discount_value');
  expect(discount('100')).toEqual([]);
  expect(discount('110')).toEqual(['Un rabais ne dépasse pas 100\u00a0%.']);
  expect(discount('dix')).toEqual(['Ce rabais ne se lit pas. Exemple\u00a0: 12,50.']);
});
