import type * as z from 'zod/mini'
import type { Operator } from '../conditions.ts'
import type { Field, FieldTypeName } from '../field.ts'

/** How numbers and dates are written in a file or typed by a user. */
export interface TextFormat {
  readonly decimal: '.' | ','
  readonly dateOrder: 'YMD' | 'DMY' | 'MDY'
}

export const plainText: TextFormat = { decimal: '.', dateOrder: 'YMD' }

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string }

/** SQL over a text expression: whether it can be read as the type, and the value when it can. */
export interface SqlFromText {
  readonly valid: string
  readonly value: string
}

/** Everything the system knows of a field type but its input and cell; one file a type. */
export interface FieldType {
  readonly name: FieldTypeName
  /** PostgreSQL type of the column. */
  readonly sql: (field: Field) => string
  readonly align: 'start' | 'end'
  /** Filter operators, the default one first; none: not filterable. */
  readonly operators: readonly Operator[]
  readonly sortable: boolean
  /** zod schema of a present value in canonical form (decimals as text, days as YYYY-MM-DD). */
  readonly schema: (field: Field) => z.ZodMiniType
  /** Reads what a person or a file wrote; `text` is trimmed and not empty. */
  readonly parseText: (text: string, field: Field, format: TextFormat) => Parsed
  /** The same as SQL for set-based import; `expression` is SQL of a trimmed, non-null text. */
  readonly fromText?: (expression: string, field: Field, format: TextFormat) => SqlFromText
  /** The value as people read it; '' for absent values. */
  readonly format: (value: unknown, field: Field, locale: string) => string
}

export const ok = (value: unknown): Parsed => ({ ok: true, value })
export const bad = (reason: string): Parsed => ({ ok: false, reason })
