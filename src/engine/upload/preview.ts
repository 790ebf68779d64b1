import { fieldDisplays, plainText, type Field, type Screen, type TextFormat } from '#src/definition'
import { ExpressionError, type Expression } from '#src/definition/expression/ast.ts'
import { evaluateExpression } from '#src/definition/expression/evaluate.ts'
import { parseExpression } from '#src/definition/expression/parse.ts'
import type { Parsed } from '#src/definition/field-types/field-type.ts'
import { parseCell } from '#src/definition/field-types/file-cell.ts'
import {
  cellFormat,
  sameColumn,
  textFormat,
  uploadFields,
  type FileFormat,
  type FormatBody,
  type Mapping,
} from './format-body.ts'

/** One line of the file: cells by the name of their column. */
export type Line = Readonly<Record<string, string | null>>

export interface PreviewCell {
  readonly text: string
  readonly problem?: string
}

export interface PreviewRow {
  /** Why the line would be left out; null when it is kept. */
  readonly leftOut: string | null
  readonly cells: Readonly<Record<string, PreviewCell>>
}

export interface FormulaState {
  readonly expression: Expression | null
  readonly problem: string | null
}

/** Reads a formula; a problem says what is wrong and where. */
export function readFormula(source: string, wanted: 'value' | 'condition'): FormulaState {
  if (source.trim() === '') return { expression: null, problem: null }
  try {
    const expression = parseExpression(source)
    if ((expression.type === 'boolean') === (wanted === 'condition')) return { expression, problem: null }
    return {
      expression: null,
      problem:
        wanted === 'condition'
          ? 'A condition is needed, such as not empty(CustomerID)'
          : 'A value is needed, not a condition',
    }
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return { expression: null, problem: `${error.message} (at character ${error.at + 1})` }
  }
}

interface Reading {
  readonly line: Line
  readonly cell: (column: string) => string | null
  readonly format: FormatBody
  readonly text: TextFormat
  readonly locale: string
}

/** What the first lines of a file become under a format, as the server will judge them; keys that exist already are not looked up. */
export function previewRows(screen: Screen, format: FileFormat, lines: readonly Line[], locale: string): PreviewRow[] {
  const text = cellFormat(format)
  const keep = readFormula(format.keep ?? '', 'condition').expression
  const counters = new Map<string, number>()
  return lines.map((line) => {
    const cell = cellsOf(line, format)
    const reading: Reading = { line, cell, format, text, locale }
    if (keep && evaluateExpression(keep, cell, text) !== true)
      return { leftOut: 'Does not meet the condition', cells: {} }
    let leftOut: string | null = null
    const cells: Record<string, PreviewCell> = {}
    for (const field of uploadFields(screen)) {
      const mapping = format.fields.find((candidate) => candidate.field === field.name)
      if (!mapping) continue
      const preview = previewCell(field, mapping, reading, counters)
      if (preview === 'left out') leftOut = `${field.label} is empty`
      else cells[field.name] = preview
    }
    return { leftOut, cells }
  })
}

function cellsOf(line: Line, format: FormatBody): (column: string) => string | null {
  const nulls = new Set(format.null_values)
  return (column) => {
    const name = Object.keys(line).find((candidate) => sameColumn(candidate, column))
    const cell = name === undefined ? null : (line[name]?.trim() ?? null)
    const text = format.escaped ? (cell?.replace(/^'(?=[-=+@'\t\r])/, '') ?? null) : cell
    if (text === null || nulls.has(text)) return null
    const replaced = Object.entries(format.replace ?? {}).find(([of]) => sameColumn(of, column))?.[1][text] ?? text
    return replaced === '' ? null : replaced
  }
}

function rawText(mapping: Mapping, { cell, text }: Reading, counters: Map<string, number>): string | null {
  if (mapping.source === 'constant') return mapping.value ?? null
  if (mapping.source === 'column') return mapping.column ? cell(mapping.column) : null
  if (mapping.source === 'counter') {
    const key = `${mapping.field} ${JSON.stringify((mapping.within ?? []).map((column) => cell(column)))}`
    const next = (counters.get(key) ?? 0) + 1
    counters.set(key, next)
    return String(next)
  }
  const { expression } = readFormula(mapping.formula ?? '', 'value')
  const value = expression ? evaluateExpression(expression, cell, text) : null
  return value === null ? null : String(value)
}

function mapped(raw: string | null, mapping: Mapping): string | null {
  if (raw === null || !mapping.value_map) return raw
  const from = Object.keys(mapping.value_map).find((candidate) => candidate.toLowerCase() === raw.toLowerCase())
  return from === undefined ? raw : (mapping.value_map[from] ?? raw)
}

/** The currency that the line itself gives an amount; undefined where it is the record's, or none. */
function currencyOf({ currency }: Field, reading: Reading): string | undefined {
  const mapping = reading.format.fields.find(({ field }) => field === currency)
  return (mapping && mapped(rawText(mapping, reading, new Map()), mapping)?.trim()) || undefined
}

function previewCell(
  field: Field,
  mapping: Mapping,
  reading: Reading,
  counters: Map<string, number>,
): PreviewCell | 'left out' {
  const computed = mapping.source === 'formula' || mapping.source === 'counter'
  const raw = mapped(rawText(mapping, reading, counters), mapping)
  if (raw !== null && raw.trim() !== '') {
    const style = computed ? plainText : reading.text
    // What the format gives is a value and no cell.
    const parsed =
      mapping.source === 'constant'
        ? parseText(raw, field, textFormat(reading.format))
        : parseCell(raw.trim(), field, style, currencyOf(field, reading))
    return shown(parsed, raw.trim(), field, reading.locale)
  }
  const whenEmpty =
    mapping.when_empty ??
    (mapping.default !== undefined || field.default !== undefined ? 'default' : field.required ? 'reject' : 'null')
  if (whenEmpty === 'skip_row') return 'left out'
  if (whenEmpty === 'reject') return { text: '', problem: `${field.label} is empty` }
  if (whenEmpty === 'null') return field.required ? { text: '', problem: `${field.label} is required` } : { text: '' }
  if (mapping.default !== undefined)
    return shown(parseText(mapping.default, field, textFormat(reading.format)), mapping.default, field, reading.locale)
  return { text: fieldDisplays[field.type].format(field.default ?? null, field, reading.locale) }
}

const parseText = (text: string, field: Field, format: TextFormat): Parsed =>
  fieldDisplays[field.type].parseText(text.trim(), field, format)

const shown = (parsed: Parsed, text: string, field: Field, locale: string): PreviewCell =>
  parsed.ok ? { text: fieldDisplays[field.type].format(parsed.value, field, locale) } : { text, problem: parsed.reason }
