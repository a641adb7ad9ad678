import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const textOf = (ending: RegExp) =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => ending.test(file))
    .map((file) => readFileSync(`src/${file}`, 'utf8'))
    .join('\n');

it('the style sheets name no data attribute that no element has', () => {
  const elements = textOf(/\.(?:tsx|html)$/);
  const named = new Set([...textOf(/\.css$/).matchAll(/\[(data-[a-z-]+)/g)].map(([, name]) => name));
  expect(named.size).toBeGreaterThan(3);
  expect([...named].filter((name) => !new RegExp(`\\s${name}[\\s=>]`).test(elements))).toEqual([]);
});
