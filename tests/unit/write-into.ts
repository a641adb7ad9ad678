import userEvent from '@testing-library/user-event';

/** Writes a text into a field at once, as pasted: each letter costs a rendering, and few tests are about letters. */
export async function writeInto(field: Element, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}
