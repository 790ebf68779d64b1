import type { Expression } from './ast.ts'
import { functionNamed } from './functions.ts'

const plainName = /^[\p{L}_][\p{L}\p{N}_]*$/u
const reserved = new Set(['and', 'or', 'not', 'true', 'false', 'null'])

const columnText = (name: string): string =>
  plainName.test(name) && !reserved.has(name.toLowerCase()) && !functionNamed(name)
    ? name
    : `[${name.replaceAll(']', ']]')}]`

const levels = { or: 1, and: 2, not: 3, comparison: 4, '+': 5, '-': 5, '*': 6, '/': 6, negate: 7, primary: 8 } as const

function level(node: Expression): number {
  if (node.kind === 'logical' || node.kind === 'arithmetic') return levels[node.op]
  return node.kind === 'not' || node.kind === 'comparison' || node.kind === 'negate'
    ? levels[node.kind]
    : levels.primary
}

/** The source of an expression in its one canonical spelling; parsing it gives the same expression. */
export function printExpression(node: Expression): string {
  const own = level(node)
  const part = (child: Expression, least: number) =>
    level(child) < least ? `(${printExpression(child)})` : printExpression(child)
  switch (node.kind) {
    case 'text':
      return `"${node.value.replaceAll('"', '""')}"`
    case 'number':
      return node.value
    case 'boolean':
      return String(node.value)
    case 'null':
      return 'null'
    case 'column':
      return columnText(node.name)
    case 'negate':
      return `-${part(node.of, own)}`
    case 'not':
      return `not ${part(node.of, own)}`
    case 'comparison':
      return `${part(node.left, own + 1)} ${node.op} ${part(node.right, own + 1)}`
    case 'arithmetic':
    case 'logical':
      return `${part(node.left, own)} ${node.op} ${part(node.right, own + 1)}`
    case 'call':
      return `${node.name}(${node.args.map(printExpression).join(', ')})`
  }
}
