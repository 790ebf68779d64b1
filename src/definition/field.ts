import type { Condition } from './conditions.ts'

export const fieldTypeNames = [
  'text',
  'longText',
  'choice',
  'flag',
  'integer',
  'decimal',
  'money',
  'percent',
  'date',
  'dateTime',
  'reference',
  'references',
  'rows',
  'attributes',
  'file',
] as const

export type FieldTypeName = (typeof fieldTypeNames)[number]

/** The types whose values are numbers with digits behind the mark, written as text so that none is lost. */
export const decimalTypes: ReadonlySet<string> = new Set<FieldTypeName>(['decimal', 'money', 'percent'])

/** The types whose values are numbers: they stand at the end of their column, are added up and are compared by value. */
export const numberTypes: ReadonlySet<string> = new Set<FieldTypeName>([
  'integer',
  ...(decimalTypes as ReadonlySet<FieldTypeName>),
])

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

export type Tone = 'neutral' | 'ok' | 'warn' | 'bad' | 'accent'

export interface Choice {
  readonly value: string
  readonly label: string
  readonly tone?: Tone
}

/** A value that is refused beside the others of its record, and why, as a person reads it. */
export interface Rejection {
  readonly when: Condition
  readonly message: string
}

/** Options that every field type takes. */
export interface CommonOptions {
  /** Stable identity under form_fields deltas; the field's name unless it was renamed. */
  readonly id?: string
  readonly label?: string
  readonly help?: string
  /** 'whenVisible' follows the condition: a hidden field is never required. */
  readonly required?: boolean | 'whenVisible'
  /** Can be set at creation only. */
  readonly immutable?: boolean
  /** Shown, never written by users. */
  readonly readOnly?: boolean
  readonly default?: Json
  readonly visible?: Condition
  /** Values that fit by themselves and not beside those of other fields; of several the first that holds is told. */
  readonly rejects?: readonly Rejection[]
  /** Part of the full-text search of the list and of pickers. */
  readonly search?: boolean
  readonly index?: boolean
  readonly unique?: boolean
  /** Not offered on lists and forms unless form_fields shows it. */
  readonly hidden?: boolean
  /** Column width in px. */
  readonly width?: number
  /** The field of type attributes whose object keeps the value, under this field's name; a column of its own otherwise. */
  readonly within?: string
}

/** Texts that a call below /api answers as `records` of value and label; it is asked with the values beside the field that `by` names. */
export interface Offers {
  readonly call: string
  readonly query?: Readonly<Record<string, string>>
  readonly by?: readonly string[]
}

/** Options of single field types; the type's own file in field-types says which it reads. */
export interface TypeOptions {
  /** text, longText: greatest number of characters. Numbers: greatest value. */
  readonly max?: number | string
  readonly min?: number | string
  readonly upper?: boolean
  readonly pattern?: string
  readonly patternMessage?: string
  readonly format?: 'email' | 'url' | 'phone' | 'page'
  /** text: the name of a record of this definition, to which it leads wherever it is shown. */
  readonly names?: string
  /** text that is read only: 'EX-' gives a new record EX-000001 and so on. */
  readonly numbered?: string
  /** text, longText that the product writes: its days (YYYY-MM-DD) and numbers (1,234.50) are shown as the reader writes them. */
  readonly sentence?: boolean
  /** longText: it is written in Markdown, and read with headings, lists, tables and links. */
  readonly markdown?: boolean
  readonly precision?: number
  readonly scale?: number
  readonly unit?: string
  /** Written without marks between thousands, as years are. */
  readonly ungrouped?: boolean
  /** date: the first day of a month stands for the month, and is written as one. text: 2026-03 is written as a month. */
  readonly monthly?: boolean
  /** text: the field of the same screen whose values say in which order these come, such as the day a named period begins. */
  readonly orderedBy?: string
  /** money: the name of the field that holds the currency, or a constant ISO code. */
  readonly currency?: string
  readonly choices?: readonly Choice[]
  /** choice: definitions whose attributes, as an organisation adds them, are choices beside these: 'customer.visit_class'. */
  readonly attributesOf?: readonly string[]
  /** text: nothing but what this field of records of that screen holds is taken, looked up when it is written. */
  readonly valuesOf?: { readonly screen: string; readonly field: string }
  /** text: what is offered while one types; other texts are taken as well. */
  readonly proposals?: readonly string[]
  /** text: more is offered than is known beforehand. integer: chosen from what is offered, and called as there. */
  readonly offers?: Offers
  /** choice, text: values are offered once one types, not all of them at first. */
  readonly searched?: boolean
  /** reference, references: name of the target definition. */
  readonly target?: string
  /** 'soft' accepts keys that have no record yet. */
  readonly integrity?: 'strict' | 'soft'
  /** reference to the own screen: following it never comes back. */
  readonly acyclic?: boolean
  /** reference: records to choose from are those that this call answers, not all; it is sent what was typed as `search`. What is stored is not held against it. */
  readonly offered?: Offers
  /** reference, as a criterion: it begins with the first record of that screen's list, of the first of its views where it has any. */
  readonly beginsAtFirst?: boolean
  /** date, dateTime: not before the value of this field. */
  readonly after?: string
  /** rows: the names that identify a row. */
  readonly key?: readonly string[]
  readonly maxRows?: number
  readonly accept?: readonly string[]
  readonly maxBytes?: number
}

/** A field as an author writes it: plain data, the same in TypeScript and JSON. */
export interface FieldSpec extends CommonOptions, TypeOptions {
  readonly type: FieldTypeName
  readonly fields?: Readonly<Record<string, FieldSpec>>
}

/** Where a value is stored: a column, or a key of the column's JSON object (user-defined attributes). */
export interface Storage {
  readonly column: string
  readonly key?: string
}

/** A normalized field: every default filled in, frozen. */
export interface Field extends TypeOptions {
  readonly name: string
  readonly id: string
  readonly type: FieldTypeName
  readonly label: string
  readonly help?: string
  readonly required: boolean
  readonly requiredWhenVisible: boolean
  readonly immutable: boolean
  readonly readOnly: boolean
  readonly default?: Json
  readonly visible?: Condition
  readonly rejects?: readonly Rejection[]
  readonly search: boolean
  readonly index: boolean
  readonly unique: boolean
  readonly hidden: boolean
  readonly width?: number
  readonly storage: Storage
  /** rows only: the fields of a row. */
  readonly fields?: readonly Field[]
  /** The first day of a validity: the field of its last day, so that the list can be asked for what holds on a day. */
  readonly until?: string
  /** Which layers of form_fields changed which property, for "why". */
  readonly layers?: readonly { readonly layer: string; readonly property: string }[]
}
