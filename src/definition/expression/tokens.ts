import { ExpressionError } from './ast.ts'

export type TokenKind = 'number' | 'text' | 'column' | 'word' | 'mark' | 'end'

export interface Token {
  readonly kind: TokenKind
  readonly value: string
  readonly at: number
}

const patterns: readonly (readonly [TokenKind, RegExp])[] = [
  ['number', /(?:\d+(?:\.\d+)?|\.\d+)(?![\w.])/y],
  ['text', /"(?:[^"]|"")*"|'(?:[^']|'')*'/y],
  ['column', /\[(?:[^\]]|\]\])+\]/y],
  ['word', /[\p{L}_][\p{L}\p{N}_]*/uy],
  ['mark', /<=|>=|!=|<>|==|[-+*/(),=<>]/y],
]

const contentOf: Partial<Record<TokenKind, (raw: string) => string>> = {
  text: (raw) => raw.slice(1, -1).replaceAll(raw[0]! + raw[0]!, raw[0]!),
  column: (raw) => raw.slice(1, -1).replaceAll(']]', ']'),
}

const startedOnly: Record<string, string> = {
  '"': 'This text has no closing quotation mark',
  "'": 'This text has no closing quotation mark',
  '[': 'This column name has no closing bracket',
}

/** Cuts a source into tokens; throws ExpressionError at the first character that belongs to none. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = []
  const blank = /\s*/y
  let at = 0
  for (;;) {
    blank.lastIndex = at
    at += blank.exec(source)![0].length
    if (at >= source.length) return [...tokens, { kind: 'end', value: '', at: source.length }]
    const token = next(source, at)
    if (!token) throw new ExpressionError(startedOnly[source[at]!] ?? `"${source[at]}" has no meaning here`, at)
    const [kind, raw] = token
    tokens.push({ kind, value: contentOf[kind]?.(raw) ?? raw, at })
    at += raw.length
  }
}

function next(source: string, at: number): readonly [TokenKind, string] | undefined {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const raw = pattern.exec(source)?.[0]
    if (raw) return [kind, raw]
  }
  return undefined
}
