import { fieldTypes, type Field, type TextFormat, decimalTypes } from '#src/definition'
import { columnsOf, nodesOf, type Expression } from '#src/definition/expression/ast.ts'
import { parseExpression } from '#src/definition/expression/parse.ts'
import { expressionSql, type ColumnSql } from '#src/definition/expression/sql.ts'
import { quoteSql, trimSql } from '#src/definition/field-types/blanks.ts'
import type { SeenColumn } from '#src/definition/field-types/field-type.ts'
import { cellFromText } from '#src/definition/field-types/file-cell.ts'
import { notANumber } from '#src/definition/field-types/numbers.ts'
import { AppError } from '../../errors.ts'
import { unescapeFormulaSql } from '../formula-escape.ts'
import { errorReason, isErrorSql, shownCellSql } from './error-cells.ts'
import { cellFormat, textFormat, type FileFormat, type FormatBody, type Mapping } from './format.ts'
import type { FileColumn } from './seen.ts'
import { columnName } from './staging-table.ts'

/** Whether the lines are known to be of their columns' plain forms, or anything may be in them. */
export type Trust = 'seen' | 'odd'

/** SQL of one field's value over a line: its text if it has one, the value, and what makes it unreadable. */
export interface ValueSql {
  /** SQL of the text before it is read; null where the value comes typed. */
  readonly text: string | null
  /** Whether the text is used as it is read, so that it is worth computing once. */
  readonly costly: boolean
  /** SQL of the value over `text`. */
  readonly value: (text: string) => string
  readonly unreadable: string
  readonly seen: SeenColumn | undefined
  /** Whether the value may be missing. */
  readonly mayBeEmpty: boolean
  /** Columns of which the value is made: SQL that is true when one holds what cannot be used, the words for it, and its name. */
  readonly operands: readonly Operand[]
}

interface Operand {
  readonly broken: string
  readonly message: string
  readonly column: string
}

/** A column over a line, and where cells hold errors of a spreadsheet: SQL that is true of a text made of it that is still one. */
interface CellSql extends ColumnSql {
  readonly mayBeEmpty: boolean
  readonly replaced?: true
  readonly isError?: (text: string) => string
}

/** Whether the point that was seen in numbers separates thousands: what was counted before and behind it is not what they are. */
const isOtherwise = (seen: SeenColumn, { decimal }: FormatBody): boolean =>
  decimal === ',' && seen.form === 'number' && seen.fraction > 0

/** Finds the columns of a file by name, without regard to case and outer blanks. */
export class FileColumns {
  readonly #columns: readonly FileColumn[]
  readonly #format: FormatBody

  constructor(columns: readonly FileColumn[], format: FormatBody) {
    this.#columns = columns
    this.#format = format
  }

  index(name: string): number {
    const wanted = name.trim().toLowerCase()
    const index = this.#columns.findIndex((column) => column.name.toLowerCase() === wanted)
    if (index < 0) throw new AppError('VALIDATION', { message: `The file has no column "${name.trim()}".` })
    return index
  }

  /** Whether the cells come in strictly ascending order, so that none is repeated. */
  isAscending(name: string): boolean {
    return this.#columns[this.index(name)]!.ascending && this.#replaced(this.index(name)).length === 0
  }

  #replaced(index: number): [string, string][] {
    const name = this.#columns[index]!.name.toLowerCase()
    const [, pairs = {}] =
      Object.entries(this.#format.replace ?? {}).find(([column]) => column.trim().toLowerCase() === name) ?? []
    return Object.entries(pairs)
  }

  /** SQL of a cell: trimmed, and null for what the format calls empty. */
  cell(name: string, trust: Trust): CellSql {
    const index = this.index(name)
    const column = this.#columns[index]!
    const cell = `s.${columnName(index)}`
    // A control character makes a line odd.
    const hasErrors = column.errors === true && trust === 'odd'
    const shown = hasErrors ? shownCellSql(cell) : cell
    const bare = this.#format.escaped && trust === 'odd' ? unescapeFormulaSql(shown) : shown
    const errors = hasErrors
      ? { isError: (of: string) => `(${isErrorSql(cell)} and ${of} is not null and ${of} = ${shown})` }
      : {}
    const others = this.#format.null_values.filter((text) => text !== '' && text !== 'NULL')
    // A cell that reads NULL fits every plain form, but only a format that knows it as empty can take the form for granted.
    const nullsKnown = !column.nulls || this.#format.null_values.includes('NULL')
    const sure = trust === 'seen' && nullsKnown
    let text = sure ? bare : `nullif(${trimSql(bare)}, '')`
    if (this.#format.null_values.includes('NULL') && (column.nulls || !sure)) text = `nullif(${text}, 'NULL')`
    for (const other of others) text = `nullif(${text}, ${quoteSql(other)})`
    const replaced = this.#replaced(index)
    if (replaced.length > 0) {
      const whens = replaced.map(([from, to]) => `when ${quoteSql(from)} then ${quoteSql(to)}`)
      return {
        text: `nullif(case ${text} ${whens.join(' ')} else ${text} end, '')`,
        mayBeEmpty: true,
        replaced: true,
        ...errors,
      }
    }
    return {
      text,
      ...errors,
      ...(sure && !isOtherwise(column.seen, this.#format) ? { seen: column.seen } : {}),
      mayBeEmpty: !sure || column.nulls || column.empty > 0 || others.length > 0,
    }
  }
}

export function valueSql(
  field: Field,
  mapping: Mapping,
  format: FileFormat,
  columns: FileColumns,
  trust: Trust,
): ValueSql {
  const style = cellFormat(format)
  if (mapping.source === 'constant')
    return mapping.value === undefined
      ? typed(`null::${fieldTypes[field.type].sql(field)}`, true)
      : constant(field, mapping.value, textFormat(format))
  if (mapping.source === 'counter')
    return typed(field.type === 'integer' ? `s.${counterName(field)}` : `s.${counterName(field)}::text`)
  if (mapping.source === 'formula') return formula(field, parseExpression(mapping.formula!), style, columns, trust)
  const { text, seen, mayBeEmpty, replaced = false, isError } = columns.cell(mapping.column!, trust)
  const whens = Object.entries(mapping.value_map ?? {}).map(
    ([from, to]) => `when ${quoteSql(from)} then ${quoteSql(to)}`,
  )
  const mapped = whens.length > 0 ? `nullif(case ${text} ${whens.join(' ')} else ${text} end, '')` : text
  if (isError) {
    const broken = isError(mapped)
    const used = `case when not ${broken} then ${mapped} end`
    const operands = [{ broken, message: errorReason, column: mapping.column! }]
    return { ...read(field, used, style, undefined, true, true), operands }
  }
  if (whens.length > 0) return read(field, mapped, style, undefined, true, true)
  return read(field, text, style, seen, mayBeEmpty, replaced || trust === 'odd')
}

/** The column of the numbered lines that counts for a field. */
export const counterName = (field: Field): string => `k_${field.storage.column}`

const read = (
  field: Field,
  text: string,
  style: TextFormat,
  seen: SeenColumn | undefined,
  mayBeEmpty: boolean,
  costly: boolean,
): ValueSql => {
  const reading = cellFromText(text, field, style, seen)
  if (!reading) throw new AppError('VALIDATION', { message: `${field.label} cannot be uploaded.` })
  return {
    text,
    costly,
    value: (sql) => cellFromText(sql, field, style, seen)!.value,
    unreadable: reading.unreadable,
    seen,
    mayBeEmpty,
    operands: [],
  }
}

/** A value that needs no reading. */
export const typed = (value: string, mayBeEmpty = false): ValueSql => ({
  text: null,
  costly: false,
  value: () => value,
  unreadable: '',
  seen: undefined,
  mayBeEmpty,
  operands: [],
})

/** A value that is the same on every line, as a literal of the column's type. */
export function literal(field: Field, text: string, style: TextFormat): string {
  const parsed = fieldTypes[field.type].parseText(text.trim(), field, style)
  if (!parsed.ok) throw new AppError('VALIDATION', { message: `${field.label}: ${parsed.reason}` })
  return literalOf(field, parsed.value)
}

/** A canonical value as a literal of the column's type. */
export function literalOf(field: Field, value: unknown): string {
  const type = fieldTypes[field.type].sql(field)
  if (Array.isArray(value)) return `array[${value.map((item) => quoteSql(String(item))).join(', ')}]::${type}`
  return `${quoteSql(String(value))}::${type}`
}

const constant = (field: Field, text: string, style: TextFormat): ValueSql => typed(literal(field, text, style))

function formula(field: Field, tree: Expression, style: TextFormat, columns: FileColumns, trust: Trust): ValueSql {
  const scope = { format: style, column: (name: string) => columns.cell(name, trust) }
  const sql = expressionSql(tree, scope)
  const errors = columnsOf(tree).flatMap((column): Operand[] => {
    const { text, isError } = columns.cell(column, trust)
    return isError ? [{ broken: isError(text), message: errorReason, column }] : []
  })
  const texts = calculated(tree).flatMap((column): Operand[] => {
    const { text, seen, isError } = columns.cell(column, trust)
    const number = expressionSql(
      { kind: 'call', type: 'number', name: 'number', args: [{ kind: 'column', type: 'text', name: column }] },
      scope,
    )
    const told = isError ? ` and not ${isError(text)}` : ''
    const broken = `(${text} is not null and ${number} is null${told})`
    return seen?.form === 'number' ? [] : [{ broken, message: notANumber, column }]
  })
  const operands = [...errors, ...texts]
  if (tree.type === 'number' && decimalTypes.has(field.type))
    return { ...typed(`round(${sql}, ${field.scale ?? 0})`, true), operands }
  if (tree.type === 'date' && field.type === 'date') return { ...typed(sql, true), operands }
  const text = tree.type === 'number' ? `trim_scale(${sql})::text` : tree.type === 'date' ? `(${sql})::text` : sql
  const plain = tree.type === 'text' ? style : { decimal: '.' as const, dateOrder: 'YMD' as const }
  return { ...read(field, text, plain, undefined, true, true), operands }
}

const calculating = new Set(['round', 'floor', 'abs'])

/** The columns that stand directly in a calculation, where a text that is no number is a mistake and no missing value. */
function calculated(tree: Expression): string[] {
  const names = [...nodesOf(tree)].flatMap((node) => {
    if (node.kind === 'arithmetic') return [node.left, node.right]
    if (node.kind === 'negate') return [node.of]
    return node.kind === 'call' && calculating.has(node.name) ? node.args : []
  })
  return [...new Set(names.flatMap((node) => (node.kind === 'column' ? [node.name] : [])))]
}
