import {
  ExpressionError,
  type ArithmeticOperator,
  type ComparisonOperator,
  type Expression,
  type ValueType,
} from './ast.ts'
import { parseDecimalText, printDecimal } from './decimal.ts'
import { functionNamed, type Signature } from './functions.ts'
import { tokenize, type Token } from './tokens.ts'

const longestSource = 2_000
const mostNodes = 500
const deepest = 40

const comparisons: Readonly<Record<string, ComparisonOperator>> = {
  '=': '=',
  '==': '=',
  '!=': '!=',
  '<>': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
}

const typeWords: Record<ValueType, string> = {
  text: 'a text',
  number: 'a number',
  date: 'a date',
  boolean: 'a condition',
  none: 'nothing',
}

/** Parses and types an expression; throws ExpressionError with words and position. */
export function parseExpression(source: string): Expression {
  if (source.length > longestSource) throw new ExpressionError(`At most ${longestSource} characters`, longestSource)
  const parser = new Parser(tokenize(source))
  return parser.whole()
}

class Parser {
  readonly #tokens: readonly Token[]
  #position = 0
  #nodes = 0
  #depth = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  whole(): Expression {
    if (this.#tokens.length === 1) throw new ExpressionError('A formula is needed', 0)
    const node = this.#or()
    if (this.#token.kind !== 'end')
      throw new ExpressionError(`"${this.#token.value}" is not expected here`, this.#token.at)
    return node
  }

  get #token(): Token {
    return this.#tokens[this.#position]!
  }

  #take(): Token {
    const token = this.#token
    this.#position += 1
    return token
  }

  #isWord(word: string): boolean {
    return this.#token.kind === 'word' && this.#token.value.toLowerCase() === word
  }

  #isMark(...marks: readonly string[]): boolean {
    return this.#token.kind === 'mark' && marks.includes(this.#token.value)
  }

  #made<T extends Expression>(node: T): T {
    this.#nodes += 1
    if (this.#nodes > mostNodes) throw new ExpressionError('This formula is too long', this.#token.at)
    return node
  }

  #or(): Expression {
    return this.#logical('or', () => this.#logical('and', () => this.#not()))
  }

  #logical(op: 'and' | 'or', part: () => Expression): Expression {
    let at = this.#token.at
    let left = part()
    while (this.#isWord(op)) {
      this.#position += 1
      condition(left, at)
      at = this.#token.at
      const right = part()
      condition(right, at)
      left = this.#made({ kind: 'logical', type: 'boolean', op, left, right })
    }
    return left
  }

  #not(): Expression {
    if (!this.#isWord('not')) return this.#comparison()
    this.#position += 1
    const at = this.#token.at
    const of = this.#deeper(() => this.#not())
    condition(of, at)
    return this.#made({ kind: 'not', type: 'boolean', of })
  }

  #comparison(): Expression {
    const left = this.#sum()
    const op = this.#token.kind === 'mark' ? comparisons[this.#token.value] : undefined
    if (!op) return left
    const { at } = this.#take()
    const right = this.#sum()
    if (left.type === 'boolean' || right.type === 'boolean')
      throw new ExpressionError('Conditions cannot be compared', at)
    return this.#made({ kind: 'comparison', type: 'boolean', op, left, right })
  }

  #sum(): Expression {
    return this.#arithmetic(['+', '-'], () => this.#arithmetic(['*', '/'], () => this.#signed()))
  }

  #arithmetic(marks: readonly string[], part: () => Expression): Expression {
    let at = this.#token.at
    let left = part()
    while (this.#isMark(...marks)) {
      const op = this.#take().value as ArithmeticOperator
      numeric(left, at)
      at = this.#token.at
      const right = part()
      numeric(right, at)
      left = this.#made({ kind: 'arithmetic', type: 'number', op, left, right })
    }
    return left
  }

  #signed(): Expression {
    if (!this.#isMark('-')) return this.#primary()
    this.#position += 1
    const at = this.#token.at
    const of = this.#deeper(() => this.#signed())
    numeric(of, at)
    return this.#made({ kind: 'negate', type: 'number', of })
  }

  #deeper<T>(work: () => T): T {
    this.#depth += 1
    if (this.#depth > deepest) throw new ExpressionError('This formula is nested too deeply', this.#token.at)
    const result = work()
    this.#depth -= 1
    return result
  }

  #primary(): Expression {
    const token = this.#take()
    if (token.kind === 'number')
      return this.#made({ kind: 'number', type: 'number', value: printDecimal(parseDecimalText(token.value)) })
    if (token.kind === 'text') return this.#made({ kind: 'text', type: 'text', value: token.value })
    if (token.kind === 'column') return this.#made({ kind: 'column', type: 'text', name: token.value.trim() })
    if (token.kind === 'word') return this.#word(token)
    if (token.kind === 'mark' && token.value === '(') {
      const inner = this.#deeper(() => this.#or())
      this.#expect(')', 'A closing parenthesis is missing')
      return inner
    }
    throw new ExpressionError(
      token.kind === 'end' ? 'Something is missing at the end' : `"${token.value}" is not expected here`,
      token.at,
    )
  }

  #word(token: Token): Expression {
    const word = token.value.toLowerCase()
    if (this.#isMark('(')) return this.#call(token)
    if (word === 'true' || word === 'false')
      return this.#made({ kind: 'boolean', type: 'boolean', value: word === 'true' })
    if (word === 'null') return this.#made({ kind: 'null', type: 'none' })
    if (word === 'and' || word === 'or' || word === 'not')
      throw new ExpressionError(`"${token.value}" is not expected here`, token.at)
    return this.#made({ kind: 'column', type: 'text', name: token.value })
  }

  #call(token: Token): Expression {
    const found = functionNamed(token.value)
    if (!found) throw new ExpressionError(`There is no function ${token.value}`, token.at)
    this.#position += 1
    const args: Expression[] = []
    const places: number[] = []
    this.#deeper(() => {
      while (!this.#isMark(')')) {
        if (args.length > 0) this.#expect(',', 'A comma or a closing parenthesis is missing')
        places.push(this.#token.at)
        args.push(this.#or())
      }
    })
    this.#position += 1
    return this.#made({
      kind: 'call',
      type: typeOfCall(found.name, found.signature, args, places, token.at),
      name: found.name,
      args,
    })
  }

  #expect(mark: string, message: string): void {
    if (!this.#isMark(mark)) throw new ExpressionError(message, this.#token.at)
    this.#position += 1
  }
}

function condition(node: Expression, at: number): void {
  if (node.type !== 'boolean') throw new ExpressionError(`A condition is needed here, not ${typeWords[node.type]}`, at)
}

function numeric(node: Expression, at: number): void {
  if (node.type === 'boolean' || node.type === 'date')
    throw new ExpressionError(`A number is needed here, not ${typeWords[node.type]}`, at)
}

function typeOfCall(
  name: string,
  signature: Signature,
  args: readonly Expression[],
  places: readonly number[],
  at: number,
): ValueType {
  const most = signature.args.length
  const least = most - (signature.optional ?? 0)
  if (args.length < least || (args.length > most && !signature.repeats)) {
    throw new ExpressionError(
      `${name} takes ${least === most ? most : `${least} to ${most}`} ${most === 1 ? 'value' : 'values'}`,
      at,
    )
  }
  let common: ValueType = 'none'
  for (const [index, arg] of args.entries()) {
    const wanted = signature.args[Math.min(index, most - 1)]!
    if (wanted === 'boolean') condition(arg, places[index]!)
    else if (arg.type === 'boolean') throw new ExpressionError('A condition cannot stand here', places[index]!)
    else if (wanted === 'number') numeric(arg, places[index]!)
    if (wanted === 'any') common = commonType(common, arg.type)
  }
  return signature.result === 'common' ? common : signature.result
}

const commonType = (a: ValueType, b: ValueType): ValueType => (a === 'none' ? b : b === 'none' || a === b ? a : 'text')
