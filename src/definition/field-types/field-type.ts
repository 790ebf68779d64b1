import type { Operator } from '../conditions.ts'
import type { Field, FieldTypeName } from '../field.ts'

/** How numbers and dates are written in a file or typed by a user. */
export interface TextFormat {
  readonly decimal: '.' | ','
  readonly dateOrder: 'YMD' | 'DMY' | 'MDY'
  /** Cells may be numbers of a workbook, which come with a point and without noughts at their end, however its texts are written. */
  readonly typed?: boolean
}

export const plainText: TextFormat = { decimal: '.', dateOrder: 'YMD' }

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string }

/**
 * What was seen of every cell of a column while the file came in: numbers are unsigned or negative digits with at most
 * one '.', days are existing days written YYYY-MM-DD, instants may have a time HH:MM or HH:MM:SS behind them, and no
 * text has outer white space or control characters.
 */
export interface SeenColumn {
  readonly form: 'number' | 'day' | 'instant' | 'text'
  /** Greatest number of bytes of a cell. */
  readonly bytes: number
  /** number: greatest number of digits before and behind the mark. */
  readonly whole: number
  readonly fraction: number
  /** number: whether any is negative, unless nobody has looked. */
  readonly signed?: boolean
  /** Whether the file has U+FFFE or U+FFFF anywhere, which are no characters. */
  readonly hasNonCharacter?: boolean
}

/** SQL over a text expression: the value, null when the text cannot be read, and the words for that. */
export interface SqlReading {
  readonly value: string
  readonly unreadable: string
}

/** SQL that is true when a value that was read does not fit its field, and the words; `{value}` stands for the text. */
export interface SqlRule {
  readonly broken: string
  readonly message: string
}

/** What showing, filtering and reading values takes; apart from the rest, so that the browser does not load the SQL. */
export interface FieldDisplay {
  readonly name: FieldTypeName
  readonly align: 'start' | 'end'
  /** Filter operators, the default one first; none: not filterable. */
  readonly operators: readonly Operator[]
  readonly sortable: boolean
  /** Reads what a person or a file wrote; `text` is trimmed and not empty. */
  readonly parseText: (text: string, field: Field, format: TextFormat) => Parsed
  /** The value as people read it; '' for absent values. */
  readonly format: (value: unknown, field: Field, locale: string) => string
}

/** Everything the system knows of a field type but its schema (schemas.ts), its input and its cell; one file a type. */
export interface FieldType extends FieldDisplay {
  /** PostgreSQL type of the column. */
  readonly sql: (field: Field) => string
  /** The same as SQL for set-based import; `text` is SQL of a trimmed text or null, `seen` what is known of the whole column. */
  readonly fromText?: (text: string, field: Field, format: TextFormat, seen?: SeenColumn) => SqlReading
  /** The rules that `parseText` applies to a value it could read, in its order, as SQL over the text and the value. */
  readonly rules?: (text: string, value: string, field: Field, seen?: SeenColumn) => readonly SqlRule[]
}

export const ok = (value: unknown): Parsed => ({ ok: true, value })
export const bad = (reason: string): Parsed => ({ ok: false, reason })

/** Puts the text into the words of an SQL reading or rule, cut where it is long. */
export const withValue = (message: string, text: string): string =>
  message.replace('{value}', () => (text.length > 80 ? `${text.slice(0, 79)}…` : text))

/** A type that is another one but for its display and `own`; marked as pure where it is called, so that the browser does without. */
export const derived = (from: FieldType, display: FieldDisplay, own: Partial<FieldType> = {}): FieldType => ({
  ...from,
  ...display,
  ...own,
})
