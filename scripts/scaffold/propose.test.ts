import { describe, expect, it } from 'vitest'
import { fieldNames, labelsOf } from './names.ts'
import { propose } from './propose.ts'
import type { SourceColumn } from './proposal.ts'

const targets = [{ name: 'customer', keyNames: ['customernumber', 'customerid', 'soldto'] }]

/** Columns out of lines, the first being the heading. */
function columnsOf(text: string): SourceColumn[] {
  const [heading = [], ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  return heading.map((name, at) => ({ name, cells: rows.map((row) => row[at] ?? '') }))
}

const repeat = (rows: readonly string[], times: number): string =>
  Array.from({ length: times }, (_, at) => rows.map((row) => row.replaceAll('#', String(at))))
    .flat()
    .join('\n')

describe('fields proposed for columns', () => {
  const lines = repeat(
    [
      'A-#|1|00#7|1.234,50|12,5 %|03.01.2026|2026-01-03 10:00|yes|open|C1|+10|a@b.example',
      'B-#|2|0#12|99,00|3 %|28.02.2026|2026-01-03 11:30:10|no|closed||-3|c@d.example',
    ],
    10,
  )
  const heading = 'Document No|LineNumber|PLZ|Net value|Share|Billed|Entered|Paid|State|Sold-to|Change|Mail'
  const { fields, key } = propose(columnsOf(`${heading}\n${lines}`), targets)
  const specOf = (name: string) => fields.find((field) => field.name === name)?.spec

  it('are typed by what was read of every cell', () => {
    expect(Object.fromEntries(fields.map(({ name, spec }) => [name, spec.type]))).toEqual({
      document_no: 'text',
      line_number: 'text',
      plz: 'text',
      net_value: 'money',
      share: 'percent',
      billed: 'date',
      entered: 'dateTime',
      paid: 'flag',
      state: 'choice',
      sold_to: 'reference',
      change: 'integer',
      mail: 'text',
    })
  })

  it('keep leading zeros, name the target, know addresses', () => {
    expect(fields.find(({ name }) => name === 'plz')?.why).toContain('leading zeros')
    expect(specOf('sold_to')).toMatchObject({ target: 'customer', integrity: 'soft' })
    expect(specOf('mail')).toMatchObject({ format: 'email' })
    expect(specOf('state')?.choices?.map(({ value }) => value)).toEqual(['closed', 'open'])
  })

  it('have the key that tells every row apart, required and never changed', () => {
    expect(key).toEqual(['document_no'])
    expect(specOf('document_no')).toMatchObject({ required: true, immutable: true, search: true })
  })
})

describe('keys', () => {
  it('are no codes of something else', () => {
    expect(propose(columnsOf('Depot|Zip code|Country code\nD-1|01234|DE\nD-2|90210|US'), []).key).toEqual(['depot'])
  })

  it('are joined of columns where one does not do', () => {
    const { key, keyWhy } = propose(columnsOf('Order|Pos|What\n1|1|a\n1|2|a\n2|1|a'), [])
    expect(key).toEqual(['order', 'pos'])
    expect(keyWhy).toContain('only together')
  })

  it('are not invented', () => {
    const { key, keyWhy } = propose(columnsOf('A|B\n1|1\n1|1'), [])
    expect(key).toEqual([])
    expect(keyWhy).toContain('table.key')
  })

  it('are text where they are one field, since references hold text', () => {
    const { fields } = propose(columnsOf('Year|Budget\n2025|10\n2026|12'), [])
    expect(fields[0]?.spec.type).toBe('text')
  })
})

it('what a database declares counts more than what cells look like', () => {
  const [field] = propose(
    [
      { name: 'n', cells: ['1', '2'], declared: { spec: { type: 'date' }, why: 'said' } },
      { name: 'id', cells: ['1', '2'] },
    ],
    [],
  ).fields
  expect(field?.spec.type).toBe('date')
})

it('names are free, lettered and nobody else’s', () => {
  expect(fieldNames(['Größe (mm)', 'page', '2nd', '', 'ID', 'Net  Value', 'net_value'])).toEqual([
    'grosse_mm',
    'page_value',
    'c_2nd',
    'column_4',
    'id_value',
    'net_value',
    'net_value_2',
  ])
})

it('labels have their plural', () => {
  expect(['price-list', 'territories', 'tax', 'currency', 'class'].map(labelsOf)).toEqual([
    ['Price list', 'Price lists'],
    ['Territory', 'Territories'],
    ['Tax', 'Taxes'],
    ['Currency', 'Currencies'],
    ['Class', 'Classes'],
  ])
})
