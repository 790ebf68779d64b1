import { describe, expect, test } from 'vitest'
import { when } from './conditions.ts'
import { f } from './f.ts'
import { normalizeField } from './normalize-field.ts'
import { validateRecord } from './validate.ts'

const fields = Object.entries({
  code: f.text({ max: 4, required: true, immutable: true, upper: true }),
  type: f.choice(['owned', '3pl'], { default: 'owned' }),
  operator: f.reference('supplier', { visible: when.eq('type', '3pl'), required: 'whenVisible' }),
  fee: f.money({ visible: when.notEmpty('operator'), min: 0 }),
  valid_from: f.date(),
  valid_to: f.date({ after: 'valid_from' }),
  bins: f.rows({ bin: f.text({ max: 3, required: true }), level: f.integer({ min: 0 }) }, { key: ['bin'] }),
}).map(([name, spec]) => normalizeField(name, spec))

const create = (input: Record<string, unknown>) =>
  validateRecord(fields, input, { mode: 'create', today: '2026-01-01' })
const at = (input: Record<string, unknown>) => create(input).issues.map((issue) => issue.path.join('.'))

describe('validateRecord', () => {
  test('defaults come first and decide what is visible', () => {
    expect(create({ code: 'w1' }).values).toMatchObject({ code: 'W1', type: 'owned', operator: null })
    expect(at({ code: 'W1' })).toEqual([])
    expect(at({ code: 'W1', type: '3pl' })).toEqual(['operator'])
  })

  test('a value that goes with its hidden field is no problem, whatever is wrong with it', () => {
    const typed = { code: 'W1', type: 'owned', fee: 'many' }
    expect(create(typed)).toMatchObject({ values: { fee: null }, issues: [] })
    const shown = { ...typed, type: '3pl', operator: 'S1' }
    expect(create(shown).issues).toMatchObject([{ path: ['fee'], code: 'invalid' }])
  })

  test('a hidden field is cleared, and what hangs on it as well', () => {
    const { values, issues } = create({ code: 'W1', operator: 'S1', fee: '5' })
    expect(issues).toEqual([])
    expect(values).toMatchObject({ operator: null, fee: null })
  })

  test('every issue is reported, with the path down into rows', () => {
    const input = { code: 'TOOLONG', type: 'x', colour: 'red', bins: [{ bin: 'A' }, { bin: 'A', level: -1 }, {}] }
    expect(at(input)).toEqual(['colour', 'code', 'type', 'bins.1.level', 'bins.1.bin', 'bins.2.bin'])
  })

  test('days are in order', () => {
    expect(at({ code: 'W1', valid_from: '2026-02-01', valid_to: '2026-01-31' })).toEqual(['valid_to'])
    expect(at({ code: 'W1', valid_from: '2026-02-01', valid_to: '2026-02-01' })).toEqual([])
    expect(at({ code: 'W1', valid_from: '31 February', valid_to: '2026-01-31' })).toEqual(['valid_from'])
  })

  test('what does not fit beside other fields is refused at its field, by the first that holds', () => {
    const limits = Object.entries({
      least: f.decimal(10, 2),
      most: f.decimal(10, 2, {
        rejects: [
          { when: when.lt('most', when.field('least')), message: 'Below' },
          { when: when.gt('most', 100), message: 'Too much' },
        ],
      }),
      steps: f.rows({
        from: f.integer(),
        to: f.integer({ rejects: [{ when: when.lte('to', when.field('from')), message: 'It ends before it begins' }] }),
      }),
    }).map(([name, spec]) => normalizeField(name, spec))
    const said = (input: Record<string, unknown>, current?: Record<string, unknown>) =>
      validateRecord(limits, input, {
        mode: current ? 'update' : 'create',
        today: '2026-01-01',
        ...(current ? { current } : {}),
      }).issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
    expect(said({ least: '10', most: '9.99' })).toEqual(['most: Below'])
    expect(said({ least: '200', most: '150' })).toEqual(['most: Below'])
    expect(said({ least: '10', most: '150' })).toEqual(['most: Too much'])
    expect(said({ least: '10', most: '10.0' })).toEqual([])
    expect(said({ most: '5' })).toEqual([])
    expect(said({ least: 'ten', most: '5' })).toEqual(['least: A number is needed'])
    // What changes is held against what stands there already.
    expect(said({ least: '10' }, { least: '1', most: '5.00' })).toEqual(['most: Below'])
    expect(
      said({
        steps: [
          { from: 1, to: 2 },
          { from: 2, to: 2 },
        ],
      }),
    ).toEqual(['steps.1.to: It ends before it begins'])
  })

  test('a year that nobody means is refused, as it is typed and as it is sent', () => {
    const problem = (value: string) =>
      create({ code: 'W1', valid_from: value }).issues.find(({ path }) => path[0] === 'valid_from')?.message
    expect(problem('0001-01-01')).toBe('A year from 1800 on is needed')
    expect(problem('0202-06-30')).toBe('A year from 1800 on is needed')
    expect(problem('1800-01-01')).toBeUndefined()
    expect(problem('1.1.26')).toBe('A date is needed, such as 2026-01-31')
  })

  test('an update keeps what is not given and refuses to change a key', () => {
    const current = { code: 'W1', type: '3pl', operator: 'S1', fee: '5.0000' }
    const update = (input: Record<string, unknown>) =>
      validateRecord(fields, input, { mode: 'update', today: '2026-01-01', current })
    expect(update({ fee: '7.5' })).toEqual({ values: { fee: '7.5' }, issues: [] })
    expect(update({ code: 'W2' }).issues[0]).toMatchObject({ path: ['code'], code: 'immutable' })
    expect(update({ type: 'owned' }).values).toEqual({ type: 'owned', operator: null, fee: null })
    expect(update({ operator: '' }).issues[0]).toMatchObject({ path: ['operator'], code: 'required' })
  })

  test('what every object answers is no value of a record', () => {
    const inherited = [normalizeField('constructor', f.text({ default: 'Smith' }))]
    expect(validateRecord(inherited, {}, { mode: 'create', today: '2026-01-01' })).toEqual({
      values: { constructor: 'Smith' },
      issues: [],
    })
  })
})
