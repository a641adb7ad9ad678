/** The part of punycode.js, which brings no types, that reads domains. */
declare module 'punycode.js' {
  export function toUnicode(domain: string): string;
}
