/** Formats a date with `Intl`, with « 1er » for the first of a month. */
export const writtenDate = (format: Intl.DateTimeFormat, moment: Date | number): string =>
  format
    .formatToParts(moment)
    .map(({ type, value }) => (type === 'day' && value === '1' ? '1er' : value))
    .join('');
