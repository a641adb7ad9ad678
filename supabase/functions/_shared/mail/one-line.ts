/** A text fit for a header. The database refuses line breaks in names; a header is not the place to trust that. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
