import { columnsOf, type Expression, ExpressionError } from '#src/definition/expression/ast.ts'
import { parseExpression } from '#src/definition/expression/parse.ts'

/** What a formula may read of the material, by the name of its field. */
export const materialFacts = [
  'material_number',
  'material_type',
  'material_group',
  'product_category',
  'product_line',
  'brand',
  'base_uom',
  'gross_weight',
  'net_weight',
  'volume',
  'country_of_origin',
] as const

/** What a formula may read of the customer; empty where prices are for anybody. */
export const customerFacts = [
  'customer_number',
  'customer_type',
  'customer_group',
  'class_of_trade',
  'industry',
  'country',
  'payment_terms',
] as const

const figures = ['running', 'original', 'cost', 'list_price', 'market_price', 'quantity'] as const
const numbers: ReadonlySet<string> = new Set([...figures, 'gross_weight', 'net_weight', 'volume'])
const known: ReadonlySet<string> = new Set([...figures, ...materialFacts, ...customerFacts, 'price_date', 'currency'])

const isStep = (name: string): boolean => /^step_\d{1,4}$/.test(name)

/** Whether an expression comes to a number: what chooses between numbers does. */
function isNumber(node: Expression): boolean {
  if (node.type === 'number') return true
  if (node.kind === 'column') return numbers.has(node.name) || isStep(node.name)
  const branches =
    node.kind !== 'call' ? [] : node.name === 'if' ? node.args.slice(1) : node.name === 'coalesce' ? node.args : []
  return branches.length > 0 && branches.every(isNumber)
}

function readKnown(source: string): Expression {
  const expression = parseExpression(source)
  for (const name of columnsOf(expression)) {
    if (known.has(name) || isStep(name)) continue
    const near = [...known].filter((one) => one.startsWith(name.slice(0, 3)))
    const hint = near.length > 0 ? `; there are ${near.join(', ')}` : ''
    throw new ExpressionError(`A price formula knows no ${name}${hint}`, Math.max(0, source.indexOf(name)))
  }
  return expression
}

/** Reads a formula of prices; ExpressionError with words where it cannot be one. */
export function priceFormula(source: string): Expression {
  const expression = readKnown(source)
  if (!isNumber(expression)) throw new ExpressionError('A formula comes to a number', 0)
  return expression
}

/** Reads a condition of a step; ExpressionError with words where it cannot be one. */
export function priceCondition(source: string): Expression {
  const expression = readKnown(source)
  if (expression.type !== 'boolean')
    throw new ExpressionError('This is no condition: compare something, such as quantity >= 100', 0)
  return expression
}

/** Whether it works with the standard cost: whoever may not see costs could read them off what it comes to. */
export const readsCost = (expression: Expression): boolean => columnsOf(expression).includes('cost')

/** What a formula reads, in words for whoever keeps it. */
export const factsRead = (expression: Expression): string => columnsOf(expression).join(', ')
