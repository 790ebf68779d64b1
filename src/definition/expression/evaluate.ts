import { readDay } from '../field-types/date.ts'
import type { TextFormat } from '../field-types/field-type.ts'
import { readNumber } from '../field-types/numbers.ts'
import { upperCase } from '../field-types/text.ts'
import type { Expression } from './ast.ts'
import {
  add,
  compare,
  divide,
  floor,
  multiply,
  negate,
  parseDecimalText,
  printDecimal,
  round,
  type Decimal,
} from './decimal.ts'
import type { FunctionName } from './functions.ts'

type Cells = (column: string) => string | null

interface Scope {
  readonly cells: Cells
  readonly format: TextFormat
}

/** The value of an expression over one line: text, decimal as text, ISO day, condition; null for none. An empty text is no value. */
export function evaluateExpression(node: Expression, cells: Cells, format: TextFormat): string | boolean | null {
  const scope = { cells, format }
  return node.type === 'boolean' ? truth(node, scope) : text(node, scope)
}

const present = (value: string | null): string | null => (value === '' ? null : value)

function text(node: Expression, scope: Scope): string | null {
  if (node.type === 'number') {
    const value = number(node, scope)
    return value && printDecimal(value)
  }
  if (node.type === 'date') return date(node, scope)
  if (node.kind === 'text') return present(node.value)
  if (node.kind === 'column') return present(scope.cells(node.name)?.trim() ?? null)
  return node.kind === 'call' ? present(textCall(node.name as FunctionName, node.args, scope)) : null
}

function number(node: Expression, scope: Scope): Decimal | null {
  if (node.type !== 'number') {
    const read = readNumber(text(node, scope)?.trim() ?? '', scope.format)
    return read === null ? null : parseDecimalText(read)
  }
  if (node.kind === 'number') return parseDecimalText(node.value)
  if (node.kind === 'negate') {
    const of = number(node.of, scope)
    return of && negate(of)
  }
  if (node.kind === 'call') return numberCall(node.name as FunctionName, node.args, scope)
  return node.kind === 'arithmetic' ? arithmetic(node, scope) : null
}

function arithmetic(node: Expression & { kind: 'arithmetic' }, scope: Scope): Decimal | null {
  const [left, right] = [number(node.left, scope), number(node.right, scope)]
  if (!left || !right) return null
  if (node.op === '+') return add(left, right)
  if (node.op === '-') return add(left, negate(right))
  return node.op === '*' ? multiply(left, right) : divide(left, right)
}

function date(node: Expression, scope: Scope): string | null {
  if (node.type !== 'date') return readDay((text(node, scope)?.trim() ?? '').split(/[ T]/, 1)[0]!, scope.format)
  if (node.kind !== 'call') return null
  if (node.name === 'if') return date(chosen(node.args, scope), scope)
  return node.name === 'coalesce' ? first(node.args, (arg) => date(arg, scope)) : date(node.args[0]!, scope)
}

const chosen = (args: readonly Expression[], scope: Scope): Expression => (truth(args[0]!, scope) ? args[1]! : args[2]!)

function first<T>(args: readonly Expression[], value: (arg: Expression) => T | null): T | null {
  for (const arg of args) {
    const found = value(arg)
    if (found !== null) return found
  }
  return null
}

function truth(node: Expression, scope: Scope): boolean {
  if (node.kind === 'boolean') return node.value
  if (node.kind === 'not') return !truth(node.of, scope)
  if (node.kind === 'logical') {
    const left = truth(node.left, scope)
    return node.op === 'and' ? left && truth(node.right, scope) : left || truth(node.right, scope)
  }
  if (node.kind === 'comparison') return comparison(node, scope)
  if (node.kind !== 'call') return false
  const [value, part] = node.args.map((arg) => text(arg, scope))
  if (node.name === 'empty') return value === null
  if (value == null || part == null) return false
  return node.name === 'startsWith'
    ? value.startsWith(part)
    : node.name === 'endsWith'
      ? value.endsWith(part)
      : value.includes(part)
}

function comparison(node: Expression & { kind: 'comparison' }, scope: Scope): boolean {
  const order = orderOf(node.left, node.right, scope)
  if (node.op === '=') return order === 0
  if (node.op === '!=') return order !== 0
  if (order === null) return false
  return node.op === '<' ? order < 0 : node.op === '<=' ? order <= 0 : node.op === '>' ? order > 0 : order >= 0
}

/** Numbers where one side is a number, days where one is a date, texts by code point; null when a side has no value. */
function orderOf(left: Expression, right: Expression, scope: Scope): number | null {
  const types = [left.type, right.type]
  if (types.includes('number')) {
    const [a, b] = [number(left, scope), number(right, scope)]
    return a && b && compare(a, b)
  }
  const read = types.includes('date') ? date : text
  const [a, b] = [read(left, scope), read(right, scope)]
  return a === null || b === null ? null : comparePoints(a, b)
}

function comparePoints(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)]
  for (let index = 0; index < Math.min(left.length, right.length); index += 1) {
    const difference = left[index]!.codePointAt(0)! - right[index]!.codePointAt(0)!
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

function count(node: Expression, scope: Scope): number | null {
  const value = number(node, scope)
  if (!value) return null
  const whole = value.digits / 10n ** BigInt(value.scale)
  return whole < 0n ? 0 : whole > 10_000n ? 10_000 : Number(whole)
}

function numberCall(name: FunctionName, args: readonly Expression[], scope: Scope): Decimal | null {
  if (name === 'if') return number(chosen(args, scope), scope)
  if (name === 'coalesce') return first(args, (arg) => number(arg, scope))
  if (name === 'length') {
    const value = text(args[0]!, scope)
    return value === null ? null : { digits: BigInt(Array.from(value).length), scale: 0 }
  }
  const value = number(args[0]!, scope)
  if (!value) return null
  if (name === 'abs') return value.digits < 0n ? negate(value) : value
  if (name === 'floor') return floor(value)
  if (name !== 'round') return value
  const decimals = args[1] ? count(args[1], scope) : 0
  return decimals === null ? null : round(value, Math.min(30, decimals))
}

function textCall(name: FunctionName, args: readonly Expression[], scope: Scope): string | null {
  if (name === 'if') return text(chosen(args, scope), scope)
  if (name === 'coalesce') return first(args, (arg) => text(arg, scope))
  if (name === 'concat') return args.map((arg) => text(arg, scope) ?? '').join('')
  const value = text(args[0]!, scope)
  if (value === null) return null
  if (name === 'upper') return upperCase(value)
  if (name === 'lower') return value.toLowerCase()
  if (name === 'trim') return value.trim()
  if (name === 'code') return value.trim().replace(/^(-?[0-9]+)[.]0+$/, '$1')
  if (name === 'replace') {
    const from = text(args[1]!, scope)
    return from === null ? value : value.replaceAll(from, () => text(args[2]!, scope) ?? '')
  }
  const length = count(args[1]!, scope)
  if (length === null) return null
  const letters = Array.from(value)
  return (name === 'left' ? letters.slice(0, length) : letters.slice(Math.max(0, letters.length - length))).join('')
}
