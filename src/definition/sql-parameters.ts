/** A statement cut where a parameter stands: `:name` outside of texts, quoted names and comments. */
export interface SqlPiece {
  readonly text: string
  /** Where it begins in what the user wrote, from 0. */
  readonly at: number
  readonly parameter?: string
}

// In the order in which they are tried; everything but the last passes as it is.
const tokens = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`\/\*[\s\S]*?(?:\*\/|$)`,
    String.raw`\b[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)`,
    String.raw`'(?:[^']|'')*(?:'|$)`,
    String.raw`"(?:[^"]|"")*(?:"|$)`,
    String.raw`\$([A-Za-z_]\w*)?\$[\s\S]*?(?:\$\1\$|$)`,
    '::',
    String.raw`:([A-Za-z_]\w*)`,
  ].join('|'),
  'g',
)

const isComment = (token: string): boolean => token.startsWith('--') || token.startsWith('/*')

/** The text with blanks in the place of comments, and of texts and quoted names where these are not `kept`. */
const blanked = (written: string, kept: boolean): string =>
  written.replaceAll(tokens, (token) =>
    isComment(token) || (!kept && /^[eE$'"]/.test(token)) ? ' '.repeat(token.length) : token,
  )

/** Where a statement ends: blanks, comments and semicolons behind it are no part of it. */
export const sqlEnd = (written: string): number => blanked(written, true).replace(/[\s;]+$/, '').length

export interface SqlPart {
  /** Where it begins and ends in what the user wrote, from 0. */
  readonly from: number
  readonly to: number
}

/** The statements of a text, which semicolons part; a part of comments and blanks alone is none. */
export function sqlStatements(written: string): SqlPart[] {
  const marks = blanked(written, false)
  const names = blanked(written, true)
  const parts: SqlPart[] = []
  for (let from = 0; from < written.length;) {
    const end = marks.indexOf(';', from)
    const to = end < 0 ? written.length : end
    const begins = names.slice(from, to).search(/\S/)
    if (begins >= 0) parts.push({ from: from + begins, to })
    from = to + 1
  }
  return parts
}

/** The pieces of a statement, in order. */
export function sqlPieces(written: string): SqlPiece[] {
  const text = written.slice(0, sqlEnd(written))
  const pieces: SqlPiece[] = []
  let from = 0
  for (const match of text.matchAll(tokens)) {
    const name = match[2]
    if (name === undefined) continue
    pieces.push({ text: text.slice(from, match.index), at: from }, { text: match[0], at: match.index, parameter: name })
    from = match.index + match[0].length
  }
  return [...pieces, { text: text.slice(from), at: from }]
}

/** The names of a statement's parameters, in the order in which they first stand. */
export const sqlParameters = (written: string): string[] => [
  ...new Set(sqlPieces(written).flatMap(({ parameter }) => parameter ?? [])),
]
