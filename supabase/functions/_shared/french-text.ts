/**
 * Sets a model's text as Québec does: curly apostrophes, no-break spaces inside guillemets and before a colon, none before
 * « ; », « ! » and « ? ».
 */
export const frenchText = (text: string): string =>
  text
    .trim()
    .replaceAll("'", '’')
    .replace(/"([^"\n]*)"/g, '«$1»')
    .replace(/«[^\S\n]*/g, '«\u00a0')
    .replace(/[^\S\n]*»/g, '\u00a0»')
    .replace(/[^\S\n]+([;!?])/g, '$1')
    .replace(/(?<=[\p{Letter}»)])[^\S\n]*:(?=\s|$)/gu, '\u00a0:');
