import { expect, it } from 'vitest';
import { fontOf, printable, printFault, unprintable } from './printable-text.ts';

it('leaves French as it is, and all that the fonts have', () => {
  const french = '« Où ? » L’été à Saint-Cœur-de-Marie–Alma : 5 % de 12 m², œuvre n° 3…\nŸ';
  const others = '● un ✔ deux ≈ → ⇒ ➔ ☐ ☑ ■ ▪ ◦ ○ ★ ☎ ✉ № ⅓ ‰ Ω ᓄᓇᕕᒃ ᐃᔨᔨᐤ Nguyễn Жук';
  for (const text of [french, others]) {
    expect(printable(text)).toBe(text);
    expect(unprintable(text)).toEqual([]);
  }
});

it('replaces what has a near sign', () => {
  expect(printable('a\r\nb\tc\u0000\u200b\u2028d\u000be')).toBe('a\nb c\nd\ne');
  expect(printable('e\u0301')).toBe('é');
  expect(printable('\uf0b7 un \uf0fc deux ✅ ✔️ 1️⃣')).toBe('• un ✔ deux ✔ ✔ 1');
  expect(printable('\u2011\u202f\u3000𝐀')).toBe('-\u00a0 A');
  expect(unprintable('\uf0b7 ✅ ✔️ 1️⃣ 𝐀 \u200b')).toEqual([]);
});

it('names what has none, and prints its code', () => {
  expect(printable('Fête 🎈')).toBe('Fête [U+1F388]');
  expect(printable('\uf123')).toBe('[U+F123]');
  expect(unprintable('Fête 🎈 👩‍🌾 中 🎈')).toEqual(['🎈', '👩‍🌾', '中']);
  expect(printFault('Fête 🎈')).toBe('Le PDF ne peut pas montrer «\u00a0🎈\u00a0». Remplacez ce signe.');
  expect(printFault('🎈🧭')).toBe(
    'Le PDF ne peut pas montrer «\u00a0🎈\u00a0», «\u00a0🧭\u00a0». Remplacez ces signes.',
  );
  expect(printFault('Fête')).toBeUndefined();
});

it('knows the font of each character', () => {
  expect(Array.from('é ᒃ✔', fontOf)).toEqual(['own', 'own', 'aboriginal', 'other']);
});
