/** The part of saxen, which brings no types, that reads workbooks. */
declare module 'saxen' {
  export class Parser {
    on(
      event: 'openTag',
      listen: (
        name: string,
        attributes: () => Record<string, string>,
        decode: (text: string) => string,
      ) => void,
    ): this;
    on(event: 'closeTag', listen: (name: string) => void): this;
    on(event: 'text', listen: (text: string, decode: (text: string) => string) => void): this;
    on(event: 'cdata', listen: (text: string) => void): this;
    on(event: 'error', listen: (error: Error) => void): this;
    parse(xml: string): this;
  }
}
