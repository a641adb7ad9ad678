/** A word, number, string or sign of a function's text; comments and white space are left out. */
export type Token = {
  kind: 'word' | 'number' | 'string' | 'sign';
  /** Keywords and operators in lower case; a string with its quotes; `end case` for the word that closes a `case`. */
  text: string;
  start: number;
  end: number;
  /** Number of open parentheses, brackets and `case … end` around it. */
  depth: number;
};

const pattern =
  /(?<space>\s+|--[^\n]*|\/\*[\s\S]*?\*\/)|(?<string>[eE]?'(?:[^'\\]|''|\\[\s\S])*'|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$)|(?<word>"[^"]+"|[\p{L}_][\p{L}\p{N}_$]*)|(?<number>\d+(?:\.\d+)?)|(?<sign>:=|=>|->>|->|::|<=|>=|<>|!=|!~\*?|~\*?|\|\||.)/suy;

/** The tokens of a piece of SQL or PL/pgSQL. */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (const match of sql.matchAll(new RegExp(pattern.source, 'gsu'))) {
    const { space, string, word, number } = match.groups ?? {};
    if (space !== undefined) continue;
    const kind = string !== undefined ? 'string' : word !== undefined ? 'word' : number ? 'number' : 'sign';
    const text = kind === 'string' ? match[0] : match[0].toLowerCase();
    const previous = tokens.at(-1)?.text;
    const endsCase = text === 'end' && isOpenCase(tokens, depth);
    const closes = text === ')' || text === ']' || endsCase;
    const opens = text === '(' || text === '[' || (text === 'case' && previous !== 'end case');
    if (closes) depth--;
    const end = match.index + match[0].length;
    tokens.push({ kind, text: endsCase ? 'end case' : text, start: match.index, end, depth });
    if (opens) depth++;
  }
  return tokens;
}

/** Tells whether the innermost open construct is a `case`. */
function isOpenCase(tokens: Token[], depth: number): boolean {
  return tokens.findLast((token) => token.depth === depth - 1 && isOpening(token))?.text === 'case';
}

const isOpening = ({ text }: Token) => ['(', '[', 'case'].includes(text);
