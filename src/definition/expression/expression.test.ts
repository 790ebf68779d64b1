import { describe, expect, it } from 'vitest'
import { plainText } from '../field-types/field-type.ts'
import { columnsOf, ExpressionError } from './ast.ts'
import { evaluateExpression } from './evaluate.ts'
import { parseExpression } from './parse.ts'
import { printExpression } from './print.ts'

const line: Record<string, string> = {
  InvoiceNo: 'C536379',
  CustomerID: '17850.0',
  Quantity: '-6',
  UnitPrice: '2.55',
  'Net value': ' 1,234.5 ',
  Day: '2010-12-01 08:26:00',
  Empty: '',
}
const value = (source: string) => evaluateExpression(parseExpression(source), (name) => line[name] ?? null, plainText)

describe('formulas', () => {
  it.each([
    ['Quantity * UnitPrice', '-15.3'],
    ['if(startsWith(InvoiceNo, "C"), "Return", "Sale")', 'Return'],
    ['not empty(CustomerID)', true],
    ['code(CustomerID)', '17850'],
    ['code(InvoiceNo)', 'C536379'],
    ['[Net value] + 0.1', '1234.6'],
    ['0.1 + 0.2', '0.3'],
    ['1 / 3', '0.333333333333'],
    ['-2 / 3', '-0.666666666667'],
    ['1 / 0', null],
    ['1 + 2 * 3 - -4', '11'],
    ['round(2.345, 2)', '2.35'],
    ['round(-2.5)', '-3'],
    ['floor(2.999)', '2'],
    ['floor(-2.1)', '-3'],
    ['floor(-2.0)', '-2'],
    ['floor(Missing)', null],
    ['Quantity < 10 and UnitPrice >= 2.55', true],
    ['Missing = ""', false],
    ['Missing != "a"', true],
    ['coalesce(Empty, Missing, "none")', 'none'],
    ['concat(left(InvoiceNo, 1), "-", right(InvoiceNo, 3), Empty)', 'C-379'],
    ['length(InvoiceNo)', '7'],
    ['date(Day)', '2010-12-01'],
    ['date(Day) >= date("2010-11-30")', true],
    ['replace(upper("a.b"), ".", "")', 'AB'],
    ['InvoiceNo * 2', null],
    ['concat(1.50, "x")', '1.5x'],
    ['[a ]] b]', null],
  ])('%s', (source, expected) => {
    expect(value(source)).toBe(expected)
  })

  it.each([
    ['', 'A formula is needed', 0],
    ['1 +', 'Something is missing at the end', 3],
    ['(1', 'A closing parenthesis is missing', 2],
    ['foo(1)', 'There is no function foo', 0],
    ['left("a")', 'left takes 2 values', 0],
    ['1 and true', 'A condition is needed here, not a number', 0],
    ['true + 1', 'A number is needed here, not a condition', 0],
    ['"a', 'This text has no closing quotation mark', 0],
    ['[a', 'This column name has no closing bracket', 0],
    ['a # b', '"#" has no meaning here', 2],
    ['a b', '"b" is not expected here', 2],
    ['if(a, 1, 2)', 'A condition is needed here, not a text', 3],
  ])('%s is refused with words and a position', (source, message, at) => {
    let error: unknown
    try {
      parseExpression(source)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(ExpressionError)
    expect(error).toMatchObject({ message, at })
  })

  it('refuses what would take too long', () => {
    expect(() => parseExpression(`${'('.repeat(60)}1`)).toThrow('This formula is nested too deeply')
    expect(() => parseExpression('1'.repeat(2_001))).toThrow('At most 2000 characters')
    expect(() => parseExpression(Array.from({ length: 300 }, () => 'a').join('+'))).toThrow('This formula is too long')
  })

  it('names the columns it reads', () => {
    expect(columnsOf(parseExpression('if(a > 1, [b c], concat(a, "x"))'))).toEqual(['a', 'b c'])
  })

  it.each(['a-(b-c)', 'not (a=b or c=d) and e=f', '-(-(2))', '"say ""x"""', "'it''s'", '[and] + [if] + [1]'])(
    'prints %s as it reads it',
    (source) => {
      const tree = parseExpression(source)
      expect(parseExpression(printExpression(tree))).toEqual(tree)
    },
  )
})
