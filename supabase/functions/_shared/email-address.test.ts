import { expect, test } from 'vitest';
import { addressGoldens, typedAddresses } from '../../../tests/unit/email-addresses.ts';
import { isEmailAddress, toAsciiAddress } from './email-address.ts';

test.each(addressGoldens)('%j is an address: %s', (address, isAccepted) => {
  expect(isEmailAddress(address)).toBe(isAccepted);
});

test.each(typedAddresses)('%j given is stored as %j', (given, stored) => {
  const address = toAsciiAddress(given);
  expect(isEmailAddress(address) ? address : null).toBe(stored);
});
