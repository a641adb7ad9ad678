import { monthOf } from '../_shared/contract/french-date.ts';

/** Formats a number as Québec does: 12345.6 → « 12 345,6 ». */
export function frenchNumber(value: number): string {
  const [whole = '', decimals] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return decimals ? `${grouped},${decimals}` : grouped;
}

/** Formats a count: « 1 ville », « 12 villes »; nothing is plural below two. */
export function countText(number: number, one: string, several: string): string {
  return `${frenchNumber(number)}\u00a0${number > 1 ? several : one}`;
}

/** Adds the preposition « de »: « de Clermont », « d’Amos », « du Bic », « des Escoumins », « de La Malbaie ». */
export function ofPlace(name: string): string {
  if (/^Les /.test(name)) return `des ${name.slice(4)}`;
  if (/^Le /.test(name)) return `du ${name.slice(3)}`;
  // « L’Islet » keeps its article; a silent h elides as a vowel does.
  return /^(?:[AEIOUÀÂÉÈÊÎÔÛŒ]|H[ée](?:b|r|n))/i.test(name) ? `d’${name}` : `de ${name}`;
}

/** Adds the preposition « à »: « à Clermont », « au Bic », « aux Escoumins ». */
export function atPlace(name: string): string {
  if (/^Les /.test(name)) return `aux ${name.slice(4)}`;
  if (/^Le /.test(name)) return `au ${name.slice(3)}`;
  return `à ${name}`;
}

/** Capitalises the first letter. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Names the month of a day: « en octobre » for 2026-10-05. */
export function inMonth(day: string): string {
  return `en ${monthOf(day)}`;
}
