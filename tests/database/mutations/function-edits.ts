import { type Token, tokensOf } from './sql-tokens.ts';

/** A mutation of a function: what was changed, and the whole text after it. */
export type Edit = { what: string; text: string };

type TextCut = { kind: string; start: number; end: number; by: string };

/** The labels of each enum of the database. */
export type Enums = string[][];

/** Lists every mutation that the generator can make of a function, as pg_get_functiondef prints it. */
export function editsOf(definition: string, enums: Enums): Edit[] {
  const { start, end } = bodyOf(definition);
  const body = definition.slice(start, end);
  const tokens = tokensOf(body);
  const cuts = [
    ...droppedConjuncts(tokens),
    ...negatedConditions(tokens, body),
    ...removedStatements(tokens),
    ...shiftedIntervals(tokens),
    ...shiftedBounds(tokens),
    ...swappedLabels(tokens, enums),
  ].sort((left, right) => left.start - right.start || left.end - right.end);
  const times = new Map<string, number>();
  return cuts.map((cut) => {
    const shown = body.slice(cut.start, cut.end).replace(/\s+/g, ' ').trim();
    const piece = shown.length > 70 ? `${shown.slice(0, 45)} … ${shown.slice(-20)}` : shown;
    const name = `${cut.kind} « ${piece} »`;
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return {
      what: time > 1 ? `${name} (${time})` : name,
      text:
        definition.slice(0, start) +
        body.slice(0, cut.start) +
        cut.by +
        body.slice(cut.end) +
        definition.slice(end),
    };
  });
}

/** Finds the body of a function, between dollar quotes or as SQL that PostgreSQL has parsed. */
function bodyOf(definition: string): { start: number; end: number } {
  const quoted = /\nAS (\$\w*\$)/.exec(definition);
  if (quoted?.[1]) {
    const start = quoted.index + quoted[0].length;
    return { start, end: definition.lastIndexOf(quoted[1]) };
  }
  return { start: definition.search(/\n(RETURN|BEGIN ATOMIC)/), end: definition.length };
}

const conditionStarts = ['where', 'on', 'if', 'elsif', 'when', 'or', 'having', 'return', ':=', '=>', 'and'];
const conditionEnds = [
  ...['and', 'or', 'then', ';', ',', 'group', 'order', 'limit', 'union', 'intersect', 'except', 'returning'],
  ...[
    'having',
    'window',
    'join',
    'cross',
    'inner',
    'where',
    'when',
    'else',
    'loop',
    'do',
    'for',
    'as',
    'end',
  ],
  ...['using', 'on'],
];

function droppedConjuncts(tokens: Token[]): TextCut[] {
  return tokens.flatMap((token, at): TextCut[] => {
    if (token.text !== 'and' || isOfBetween(tokens, at)) return [];
    const first = startOf(tokens, at);
    const [left, right] = [tokens[first], tokens[at + 1]];
    const last = tokens[endOf(tokens, at + 1) - 1];
    if (!left || !right || !last) return [];
    const afterAnd: TextCut = { kind: 'without', start: token.start, end: last.end, by: '' };
    // An operand before another `and` is that one's right side.
    const isChained = tokens[first - 1]?.text === 'and' && !isOfBetween(tokens, first - 1);
    const starter = tokens[first - 1];
    const isKnown = starter && (conditionStarts.includes(starter.text) || starter.depth < left.depth);
    const beforeAnd: TextCut = { kind: 'without', start: left.start, end: right.start, by: '' };
    return [
      ...(isChained || !isKnown || isOnlyRow(tokens, first) ? [] : [beforeAnd]),
      ...(isOnlyRow(tokens, at + 1) ? [] : [afterAnd]),
    ];
  });
}

/** Tells whether `id = 1` selects the single row of the settings. */
const isOnlyRow = (tokens: Token[], at: number) =>
  ['id', '=', '1'].every((text, place) => tokens[at + place]?.text === text);

/** Returns the index of the first token of the operand before an `and`. */
function startOf(tokens: Token[], at: number): number {
  const depth = tokens[at]?.depth ?? 0;
  let index = at - 1;
  while (index >= 0) {
    const { depth: around, text } = tokens[index] as Token;
    if (around < depth) return index + 1;
    const isStart = [...conditionStarts, 'select', 'set', ',', ';', 'then', 'else'].includes(text);
    if (around === depth && isStart) {
      if (text !== 'and' || !isOfBetween(tokens, index)) return index + 1;
    }
    index--;
  }
  return 0;
}

/** Index after the last token of a condition. */
function endOf(tokens: Token[], from: number): number {
  const depth = tokens[from]?.depth ?? 0;
  let betweens = 0;
  for (let index = from; index < tokens.length; index++) {
    const { depth: around, text } = tokens[index] as Token;
    if (around < depth) return index;
    if (around > depth || index === from) {
      if (text === 'between' && around === depth) betweens++;
      continue;
    }
    if (text === 'between') betweens++;
    else if (text === 'and' && betweens > 0) betweens--;
    else if (conditionEnds.includes(text) || isFrom(tokens, index) || isJoin(tokens, index)) return index;
  }
  return tokens.length;
}

const isFrom = (tokens: Token[], at: number) =>
  tokens[at]?.text === 'from' && tokens[at - 1]?.text !== 'distinct';

const isJoin = (tokens: Token[], at: number) =>
  ['left', 'right', 'full'].includes(tokens[at]?.text ?? '') &&
  ['join', 'outer'].includes(tokens[at + 1]?.text ?? '');

/** Tells whether an `and` belongs to `between a and b`. */
function isOfBetween(tokens: Token[], at: number): boolean {
  const depth = tokens[at]?.depth ?? 0;
  for (let index = at - 1; index >= 0; index--) {
    const { depth: around, text } = tokens[index] as Token;
    if (around < depth) return false;
    if (around > depth) continue;
    if (text === 'between') return true;
    if (text === 'and') return false;
    if (conditionEnds.includes(text) || conditionStarts.includes(text)) return false;
  }
  return false;
}

/** Negates conditions by `is not true` rather than `not`, so that null takes the other branch too. */
function negatedConditions(tokens: Token[], body: string): TextCut[] {
  return tokens.flatMap(({ text, depth }, at): TextCut[] => {
    if ((text !== 'if' && text !== 'elsif') || tokens[at - 1]?.text === 'end') return [];
    const end = tokens.findIndex(
      (token, index) => index > at && token.depth === depth && token.text === 'then',
    );
    const [first, last] = [tokens[at + 1], tokens[end - 1]];
    if (end < 0 || !first || !last) return [];
    const condition = body.slice(first.start, last.end);
    return [{ kind: 'not', start: first.start, end: last.end, by: `(${condition}) is not true` }];
  });
}

/** Removes statements one at a time: permission checks, locks, and secondary writes. */
function removedStatements(tokens: Token[]): TextCut[] {
  return tokens.flatMap((token, at): TextCut[] => {
    const before = tokens[at - 1]?.text ?? '';
    const isStatement =
      ['perform', 'insert', 'update', 'delete'].includes(token.text) &&
      token.depth === 0 &&
      [';', 'then', 'else', 'begin', 'loop'].includes(before);
    if (!isStatement) return [];
    const end = tokens.find(({ start, text, depth }) => start > token.start && text === ';' && depth === 0);
    return end ? [{ kind: 'without', start: token.start, end: end.end, by: '' }] : [];
  });
}

function shiftedIntervals(tokens: Token[]): TextCut[] {
  return tokens.flatMap(({ kind, text, start, end }, at): TextCut[] => {
    const isInterval =
      tokens[at - 1]?.text === 'interval' ||
      (tokens[at + 1]?.text === '::' && tokens[at + 2]?.text === 'interval');
    if (kind !== 'string' || !isInterval || !/\d/.test(text)) return [];
    const by = text.replace(/\d+/, (number) => String(Number(number) + 1));
    return [{ kind: 'one more than', start, end, by }];
  });
}

function shiftedBounds(tokens: Token[]): TextCut[] {
  const bounds = ['<', '>', '<=', '>=', '=', '<>', 'limit', ':='];
  return tokens.flatMap(({ kind, text, start }, at): TextCut[] => {
    const before = tokens[at - 1];
    if (kind !== 'number' || !before || !bounds.includes(before.text)) return [];
    // `limit 1` and the id of a single-row table are left alone: a change there makes no difference.
    const isOne = text === '1' && (before.text === 'limit' || isOnlyRow(tokens, at - 2));
    if (isOne) return [];
    const by = text.includes('.')
      ? `${text.slice(0, -1)}${(Number(text.at(-1)) + 1) % 10}`
      : String(Number(text) + 1);
    return [
      { kind: 'one more than', start: before.start, end: start + text.length, by: `${before.text} ${by}` },
    ];
  });
}

/**
 * Replaces an enum label by its neighbour, which every enum with this label has, so that the type need not be known.
 */
function swappedLabels(tokens: Token[], enums: Enums): TextCut[] {
  return tokens.flatMap(({ kind, text, start, end }, at): TextCut[] => {
    const before = tokens[at - 1]?.text ?? '';
    if (kind !== 'string' || ['->', '->>', '?'].includes(before)) return [];
    const label = text.slice(1, -1);
    const having = enums.filter((labels) => labels.includes(label));
    const [first = [], ...others] = having;
    const index = first.indexOf(label);
    const neighbour = [...first.slice(index + 1), ...first.slice(0, Math.max(index, 0))].find((other) =>
      others.every((labels) => labels.includes(other)),
    );
    return neighbour ? [{ kind: `« ${neighbour} » for`, start, end, by: `'${neighbour}'` }] : [];
  });
}
