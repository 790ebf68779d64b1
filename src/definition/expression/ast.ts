/** What an expression yields; 'none' is the absent value, which fits everywhere. */
export type ValueType = 'text' | 'number' | 'date' | 'boolean' | 'none'

export type ArithmeticOperator = '+' | '-' | '*' | '/'
export type ComparisonOperator = '=' | '!=' | '<' | '<=' | '>' | '>='
export type LogicalOperator = 'and' | 'or'

/** A parsed expression over the columns of a file; every node knows its type. */
export type Expression =
  | { readonly kind: 'text'; readonly type: 'text'; readonly value: string }
  | { readonly kind: 'number'; readonly type: 'number'; readonly value: string }
  | { readonly kind: 'boolean'; readonly type: 'boolean'; readonly value: boolean }
  | { readonly kind: 'null'; readonly type: 'none' }
  | { readonly kind: 'column'; readonly type: 'text'; readonly name: string }
  | { readonly kind: 'negate'; readonly type: 'number'; readonly of: Expression }
  | { readonly kind: 'not'; readonly type: 'boolean'; readonly of: Expression }
  | {
      readonly kind: 'arithmetic'
      readonly type: 'number'
      readonly op: ArithmeticOperator
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'comparison'
      readonly type: 'boolean'
      readonly op: ComparisonOperator
      readonly left: Expression
      readonly right: Expression
    }
  | {
      readonly kind: 'logical'
      readonly type: 'boolean'
      readonly op: LogicalOperator
      readonly left: Expression
      readonly right: Expression
    }
  | { readonly kind: 'call'; readonly type: ValueType; readonly name: string; readonly args: readonly Expression[] }

/** A mistake in an expression: words, and where it stands (0-based, in characters of the source). */
export class ExpressionError extends Error {
  override name = 'ExpressionError'
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

const parts = (node: Expression): readonly Expression[] => {
  if (node.kind === 'call') return node.args
  if (node.kind === 'negate' || node.kind === 'not') return [node.of]
  return 'left' in node ? [node.left, node.right] : []
}

/** Every node of an expression, the root first. */
export function* nodesOf(root: Expression): Generator<Expression> {
  yield root
  for (const part of parts(root)) yield* nodesOf(part)
}

/** The names of the columns that an expression reads, each once. */
export const columnsOf = (root: Expression): string[] => [
  ...new Set([...nodesOf(root)].flatMap((node) => (node.kind === 'column' ? [node.name] : []))),
]
