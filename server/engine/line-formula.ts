import { numberTypes, type Field, type Screen } from '#src/definition'
import { columnsOf, ExpressionError, type Expression } from '#src/definition/expression/ast.ts'
import { parseExpression } from '#src/definition/expression/parse.ts'
import { expressionSql, type ColumnSql } from '#src/definition/expression/sql.ts'
import { plainText } from '#src/definition/field-types/field-type.ts'
import { raw, type Sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'

/** A formula over the fields of a line: what it reads, and SQL of its number on the line `t`. */
export interface LineFormula {
  readonly fields: readonly string[]
  readonly sql: Sql
}

const readable: ReadonlySet<string> = new Set([...numberTypes, 'text', 'choice', 'reference', 'date'])

/** The screen whose records a formula works on. */
export const formulaSources = { direct: 'sales-data', indirect: 'indirect-sales' } as const

export const formulaSource = (type: unknown): (typeof formulaSources)[keyof typeof formulaSources] =>
  type === 'indirect' ? formulaSources.indirect : formulaSources.direct

function columnSql(field: Field) {
  const text = `(${fieldSql(field).sql})::text`
  if (numberTypes.has(field.type))
    return { text, seen: { form: 'number', bytes: 40, whole: 20, fraction: 10 } as const }
  if (field.type === 'date') return { text, seen: { form: 'day', bytes: 10, whole: 0, fraction: 0 } as const }
  return { text }
}

/** Whether an expression comes to a number: what chooses between numbers does. */
export function isNumber(node: Expression, isNumeric: (name: string) => boolean): boolean {
  if (node.type === 'number') return true
  if (node.kind === 'column') return isNumeric(node.name)
  const branches =
    node.kind !== 'call' ? [] : node.name === 'if' ? node.args.slice(1) : node.name === 'coalesce' ? node.args : []
  return branches.length > 0 && branches.every((branch) => isNumber(branch, isNumeric))
}

/** What a formula may name, and what it then stands for. */
export interface FormulaScope {
  readonly has: (name: string) => boolean
  readonly isNumeric: (name: string) => boolean
  readonly column: (name: string) => ColumnSql
  /** Why a name is none, with names near it. */
  readonly unknown: (name: string) => string
}

/** Reads a formula over what a scope knows; ExpressionError with words where it cannot be one. */
export function numberFormula(source: string, { has, isNumeric, column, unknown }: FormulaScope): LineFormula {
  const expression: Expression = parseExpression(source)
  const names = columnsOf(expression)
  for (const name of names) if (!has(name)) throw new ExpressionError(unknown(name), Math.max(0, source.indexOf(name)))
  if (!isNumber(expression, isNumeric)) throw new ExpressionError('A formula comes to a number', 0)
  return { fields: names, sql: raw(`(${expressionSql(expression, { column, format: plainText })})::numeric`) }
}

/** Reads a formula over the fields of a screen; ExpressionError with words where it cannot be one. */
export function lineFormula(source: string, screen: Screen): LineFormula {
  const fields = new Map(screen.fields.filter(({ type }) => readable.has(type)).map((field) => [field.name, field]))
  return numberFormula(source, {
    has: (name) => fields.has(name),
    isNumeric: (name) => numberTypes.has(fields.get(name)?.type ?? ''),
    column: (name) => columnSql(fields.get(name)!),
    unknown: (name) => {
      const near = [...fields.keys()].filter((one) => one.startsWith(name.slice(0, 3)))
      return `A line has no field ${name}${near.length > 0 ? `; there are ${near.join(', ')}` : ''}`
    },
  })
}
