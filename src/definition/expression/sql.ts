import { blanks, quoteSql, trimSql } from '../field-types/blanks.ts'
import { existingDay, isoDaySql } from '../field-types/date-types.ts'
import type { SeenColumn, TextFormat } from '../field-types/field-type.ts'
import { numberSql } from '../field-types/numbers.ts'
import type { Expression } from './ast.ts'
import { quotientScale } from './decimal.ts'
import type { FunctionName } from './functions.ts'

/** Where a column of the file stands: SQL of its trimmed text or null, and what is known of all its cells. */
export interface ColumnSql {
  readonly text: string
  readonly seen?: SeenColumn
}

export interface SqlScope {
  readonly column: (name: string) => ColumnSql
  readonly format: TextFormat
}

/** Compiles an expression to SQL that yields what `evaluateExpression` yields: text, numeric, date or boolean. */
export function expressionSql(node: Expression, scope: SqlScope): string {
  if (node.type === 'boolean') return truth(node, scope)
  if (node.type === 'number') return number(node, scope)
  return node.type === 'date' ? date(node, scope) : text(node, scope)
}

function text(node: Expression, scope: SqlScope): string {
  if (node.type === 'number') return `trim_scale(${number(node, scope)})::text`
  if (node.type === 'date') return `to_char(${date(node, scope)}, 'FMYYYY-MM-DD')`
  if (node.kind === 'text') return node.value === '' ? 'null::text' : `${quoteSql(node.value)}::text`
  if (node.kind === 'column') return scope.column(node.name).text
  return node.kind === 'call' ? textCall(node.name as FunctionName, node.args, scope) : 'null::text'
}

/** Reads `of`, computed once, through `sql`, which mentions `x` several times. */
const once = (of: string, sql: string): string => `(select ${sql} from (select ${of} as x offset 0) as one)`

function number(node: Expression, scope: SqlScope): string {
  if (node.kind === 'column') {
    const { text: cell, seen } = scope.column(node.name)
    if (seen?.form === 'number' && scope.format.decimal === '.' && seen.bytes <= 60) return `(${cell})::numeric`
    return `(${numberSql(cell, scope.format)})`
  }
  if (node.type !== 'number') return once(text(node, scope), numberSql('x', scope.format))
  if (node.kind === 'number') return `${node.value}::numeric`
  if (node.kind === 'negate') return `(-${number(node.of, scope)})`
  if (node.kind === 'call') return numberCall(node.name as FunctionName, node.args, scope)
  if (node.kind !== 'arithmetic') return 'null::numeric'
  const [left, right] = [number(node.left, scope), number(node.right, scope)]
  if (node.op !== '/') return `(${left} ${node.op} ${right})`
  return `round(div(${left} * 1e${quotientScale + 1}, nullif(${right}, 0)) * 1e-${quotientScale + 1}, ${quotientScale})`
}

function date(node: Expression, scope: SqlScope): string {
  if (node.kind === 'column') {
    const { text: cell, seen } = scope.column(node.name)
    if (seen?.form === 'day' || seen?.form === 'instant') return `(${cell})::date`
  }
  if (node.type !== 'date') {
    const day = `select ${isoDaySql('x', scope.format)} as d from (select ${trimSql(text(node, scope))} as x offset 0) as one offset 0`
    return `(select case when ${existingDay} then d::date end from (${day}) as q)`
  }
  if (node.kind !== 'call') return 'null::date'
  if (node.name === 'if') return chosen(node.args, scope, date)
  return node.name === 'coalesce'
    ? `coalesce(${node.args.map((arg) => date(arg, scope)).join(', ')})`
    : date(node.args[0]!, scope)
}

type Compile = (node: Expression, scope: SqlScope) => string

const chosen = ([condition, yes, no]: readonly Expression[], scope: SqlScope, compile: Compile): string =>
  `case when ${truth(condition!, scope)} then ${compile(yes!, scope)} else ${compile(no!, scope)} end`

/** Conditions are never null: what has no value compares as unequal. */
function truth(node: Expression, scope: SqlScope): string {
  if (node.kind === 'boolean') return String(node.value)
  if (node.kind === 'not') return `(not ${truth(node.of, scope)})`
  if (node.kind === 'logical') return `(${truth(node.left, scope)} ${node.op} ${truth(node.right, scope)})`
  if (node.kind === 'comparison') {
    const types = [node.left.type, node.right.type]
    const compile = types.includes('number') ? number : types.includes('date') ? date : text
    const collate = compile === text ? ' collate "C"' : ''
    const pair = (op: string) =>
      `coalesce(${compile(node.left, scope)} ${op} ${compile(node.right, scope)}${collate}, false)`
    return node.op === '!=' ? `(not ${pair('=')})` : pair(node.op)
  }
  if (node.kind !== 'call') return 'false'
  const [value, part] = node.args.map((arg) => text(arg, scope))
  if (node.name === 'empty') return `(${value} is null)`
  const found = {
    startsWith: `starts_with(${value}, ${part})`,
    endsWith: `right(${value}, length(${part})) = ${part}`,
    contains: `strpos(${value}, ${part}) > 0`,
  }[node.name as 'startsWith' | 'endsWith' | 'contains']
  return `coalesce(${found}, false)`
}

const count = (node: Expression, scope: SqlScope, most: number): string =>
  `greatest(0, least(${most}, trunc(${number(node, scope)})))::int`

/** `greatest` and `least` pass over null, a length that is missing does not. */
const counted = (node: Expression, scope: SqlScope, most: number, sql: (n: string) => string): string =>
  node.kind === 'number'
    ? sql(count(node, scope, most))
    : `case when ${number(node, scope)} is not null then ${sql(count(node, scope, most))} end`

function numberCall(name: FunctionName, args: readonly Expression[], scope: SqlScope): string {
  if (name === 'if') return chosen(args, scope, number)
  if (name === 'coalesce') return `coalesce(${args.map((arg) => number(arg, scope)).join(', ')})`
  if (name === 'length') return `length(${text(args[0]!, scope)})::numeric`
  const value = number(args[0]!, scope)
  if (name === 'abs' || name === 'floor') return `${name}(${value})`
  if (name !== 'round') return value
  return args[1] ? counted(args[1], scope, 30, (n) => `round(${value}, ${n})`) : `round(${value})`
}

function textCall(name: FunctionName, args: readonly Expression[], scope: SqlScope): string {
  if (name === 'if') return chosen(args, scope, text)
  if (name === 'coalesce') return `coalesce(${args.map((arg) => text(arg, scope)).join(', ')})`
  const [value, second, third] = args.map((arg) => text(arg, scope))
  const filled = (sql: string) => `nullif(${sql}, '')`
  if (name === 'concat') return filled(`concat(${args.map((arg) => text(arg, scope)).join(', ')})`)
  if (name === 'upper' || name === 'lower') return `${name}(${value})`
  if (name === 'trim') return filled(trimSql(value!))
  if (name === 'code') return filled(`regexp_replace(btrim(${value}, ${quoteSql(blanks)}), '^(-?[0-9]+)[.]0+$', '\\1')`)
  if (name === 'replace') return filled(`coalesce(replace(${value}, ${second}, coalesce(${third}, '')), ${value})`)
  return counted(args[1]!, scope, 10_000, (n) => filled(`${name}(${value}, ${n})`))
}
