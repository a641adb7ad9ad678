import { expect, it } from 'vitest';
import { returnAddress, signInHref } from './return-address';

const keptAddress = (wanted: string) =>
  returnAddress(new URL(signInHref(wanted), window.location.origin).search);

it.each([
  '/admin/soumissions?demande=0b7c1c1e-0000-4000-8000-000000000001',
  '/admin/contacts?q=Saint-%C3%89lie&statut=nouveau#contenu',
  '/admin/tours',
  '/admin?a=b',
])('keeps path, search and hash: %s', (wanted) => {
  expect(keptAddress(wanted)).toBe(wanted);
});

it('leaves the address of the sign-in page bare for the dashboard', () => {
  expect(signInHref('/admin')).toBe('/auth');
  expect(returnAddress('')).toBe('/admin');
});

it.each([
  'https://evil.example/admin',
  '//evil.example/admin',
  '/\\evil.example/admin',
  '/.//evil.example/admin',
  '/admin/../..//evil.example',
  '\t//evil.example/admin',
  'javascript:alert(1)',
  'admin/tours',
  '/auth?suite=%2Fauth',
  '/administration',
  '/realisations',
  'http://[',
])('leads to the dashboard instead of %s', (wanted) => {
  expect(keptAddress(wanted)).toBe('/admin');
});
