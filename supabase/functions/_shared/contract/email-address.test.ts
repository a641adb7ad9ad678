import addressparser from 'nodemailer/lib/addressparser';
import { expect, test } from 'vitest';
import { addressGoldens, typedAddresses } from '../../../../tests/unit/email-addresses.ts';
import { hostileAddresses } from '../../../../tests/unit/hostile-addresses.ts';
import { proofSize } from '../../../../tests/unit/proof-size.ts';
import { writtenAddresses } from '../../../../tests/unit/written-addresses.ts';
import { isEmailAddress, readAddresses, searchedAs, toAsciiAddress } from './email-address.ts';

test.each(addressGoldens)('%j is an address: %s', (address, isAccepted) => {
  expect(isEmailAddress(address)).toBe(isAccepted);
});

test.each(typedAddresses)('%j typed is stored as %j', (typed, stored) => {
  const address = toAsciiAddress(typed);
  expect(isEmailAddress(address) ? address : null).toBe(stored);
});

test.each(writtenAddresses)('in %j are %j, and %j is none', (text, addresses, refused) => {
  expect(readAddresses(text)).toEqual({ addresses, refused });
});

test('a search has its addresses as they are stored, and its words as they are typed', () => {
  expect(searchedAs('Québec bob@québec.ca @québec l’été')).toBe('Québec bob@xn--qubec-csa.ca @québec l’été');
});

test('of hostile addresses, none that is accepted is read otherwise by the mail library', () => {
  const hostile = hostileAddresses(proofSize(1_000, 10_000));
  const accepted = hostile.map(toAsciiAddress).filter(isEmailAddress);
  const misread = accepted.filter((address) => {
    const read = addressparser(address);
    return JSON.stringify(read) !== JSON.stringify([{ address, name: '' }]);
  });
  const unfolded = hostile.filter((address) => {
    const [only, ...others] = addressparser(address);
    return others.length > 0 || !only || only.address !== address;
  });
  console.log(
    `addresses: ${hostile.length} hostile, ${unfolded.length} that the library reads otherwise, ${accepted.length} accepted, ${misread.length} of these read otherwise`,
  );
  expect(misread).toEqual([]);
  // The generator makes both valid and invalid addresses.
  expect(accepted.length).toBeGreaterThan(hostile.length / 20);
  expect(unfolded.length).toBeGreaterThan(hostile.length / 4);
});
