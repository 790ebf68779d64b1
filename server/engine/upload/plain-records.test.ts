import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compiledScanner, scannerBinary } from '../../../scripts/compile-scanner.ts'
import { CsvScanner } from './csv-scanner.ts'
import { ColumnTable, PlainRecords } from './plain-records.ts'
import { formCode, forms, type Form } from './seen.ts'

const codes = forms.map((form) => formCode[form])

function read(text: string, columns: readonly number[], start = 0) {
  const table = new ColumnTable(columns)
  const records = new PlainRecords(44, table)
  records.open(Buffer.from(text))
  const { count, next, bytes, begins } = records.read(start, 6)
  return { count, next, table, bytes: Buffer.from(bytes), begins: Array.from({ length: count }, (_, at) => begins(at)) }
}

/** All that a scanner says of some bytes; `byByte` has it read each of them itself. */
function scanned(bytes: Buffer, columns: readonly Form[], chunk: number, byByte: boolean) {
  const scanner = new CsvScanner({ delimiter: 44, skip: 1, forms: columns })
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += chunk) {
    // Bytes that may hold what was no UTF-8 are left to the scanner.
    parts.push(...scanner.push(bytes.subarray(at, at + chunk), false, byByte))
  }
  parts.push(...scanner.push(Buffer.alloc(0), true, byByte))
  const { rows, hasOdd, problems, problemCount, seen } = scanner
  return {
    copy: Buffer.concat(parts).toString('latin1'),
    seen: [...seen.numbers],
    ascending: columns.map((_, index) => scanner.isAscending(index)),
    rows,
    hasOdd,
    problems,
    problemCount,
  }
}

describe('plain records', () => {
  it('is compiled from its text', async () => {
    expect(Buffer.from(await compiledScanner()).equals(await readFile(scannerBinary))).toBe(true)
  })

  it('reads records of every form up to the first that is not plain', () => {
    const plain = 'Öl,-12.50,2024-02-29,2010-12-01 08:26\n,NULL,,2010-12-01\r\n'
    const { count, next, table, bytes, begins } = read(`${plain}"quoted",1,2024-01-01,2024-01-01\nx,1,,\n`, codes)
    expect([count, next]).toEqual([2, Buffer.byteLength(plain)])
    expect(
      [table.bytes, table.whole, table.fraction, table.signed, table.nulls, table.empty].map((kind) => [...kind]),
    ).toEqual([
      [3, 6, 10, 16],
      [0, 2, 0, 0],
      [0, 2, 0, 0],
      [0, 1, 0, 0],
      [0, 1, 0, 0],
      [1, 0, 1, 0],
    ])
    expect([bytes.readInt16BE(0), bytes.readInt32BE(6), bytes.readInt32BE(begins[1]! + 6)]).toEqual([6, 7, 8])
  })

  it.each([
    ['a quotation mark', '"a",1\n'],
    ['a blank to take off', ' a,1\n'],
    ['another to take off', 'a ,1\n'],
    ['an apostrophe', "'a,1\n"],
    ['white space beyond ASCII', '\u00a0a,1\n'],
    ['a control character', 'a\u0007b,1\n'],
    ['a NUL byte', 'a\0,1\n'],
    ['a number that is none', 'a,1x\n'],
    ['a point without digits', 'a,1.\n'],
    ['two points', 'a,1.2.3\n'],
    ['a lone minus', 'a,-\n'],
    ['a long number that is none', 'a,12345678901234567890x\n'],
    ['too few columns', 'a\n'],
    ['too many', 'a,1,2\n'],
    ['an empty line', '\n'],
    ['no end', 'a,1'],
  ])('leaves a record with %s to the scanner', (_, record) => {
    expect(read(`b,2\n${record}`, [0, 1])).toMatchObject({ count: 1, next: 4 })
  })

  it('stops when its output is full, and goes on from there', () => {
    const text = 'a\n'.repeat(90_000)
    const first = read(text, [0])
    expect([first.count, first.next]).toEqual([16_384, 32_768])
    expect(read(text, [0], first.next)).toMatchObject({ count: 16_384, next: 65_536 })
  })

  it('says what the scanner says byte by byte, however the bytes are cut', () => {
    const digits = fc.string({ unit: fc.constantFrom('0', '1', '9'), minLength: 0, maxLength: 22 })
    const cell = fc.oneof(
      {
        weight: 3,
        arbitrary: fc.constantFrom('', 'NULL', 'Öl', 'plain text of some length', '2024-02-29', '2023-02-29'),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom('', '-', '+'), digits, fc.constantFrom('', '.', '.5', '.25', '.1x'))
          .map((parts) => parts.join('')),
      },
      fc.constantFrom(
        '1900-02-29',
        '2000-02-29',
        '2024-13-01',
        '2024-04-31',
        '0000-01-01',
        '2010-12-01T08:26',
        '2010-12-01 24:00',
        '2010-12-01 08:26:59',
        '2010-12-01 08:26:60',
        '2010-12-01',
      ),
      fc.string({
        unit: fc.constantFrom(
          'a',
          'é',
          '"',
          '\n',
          '\r',
          '\t',
          ' ',
          "'",
          '1',
          '.',
          '-',
          '\u00a0',
          '\u3000',
          '😀',
          '\0',
          '\u0007',
        ),
        maxLength: 40,
      }),
    )
    const quoted = fc
      .tuple(cell, fc.boolean())
      .map(([value, isQuoted]) => (isQuoted ? `"${value.replaceAll('"', '""')}"` : value))
    const record = fc.oneof(
      { weight: 9, arbitrary: fc.array(quoted, { minLength: 4, maxLength: 4 }) },
      fc.array(quoted, { maxLength: 6 }),
    )
    const file = fc.tuple(
      fc.array(fc.tuple(record, fc.constantFrom('\n', '\n', '\r\n', '\r')), { maxLength: 30 }),
      fc.boolean(),
    )
    fc.assert(
      fc.property(
        file,
        fc.array(fc.constantFrom(...forms), { minLength: 4, maxLength: 4 }),
        fc.integer({ min: 1, max: 300 }),
        ([records, isCut], columns, chunk) => {
          const text = `head\n${records.map(([cells, end]) => cells.join(',') + end).join('')}`
          const bytes = Buffer.from(isCut ? text.slice(0, -1) : text)
          expect(scanned(bytes, columns, chunk, false)).toEqual(scanned(bytes, columns, chunk, true))
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('says the same of a long file of records that are almost all plain', () => {
    const line = (at: number) =>
      `${90_000_000 + at},${(at * 37) % 1_000}.${at % 100},2024-0${1 + (at % 9)}-1${at % 10},${at % 50 === 0 ? '"a, ""b"""' : at % 50 === 1 ? ' blank ' : `Heart holder of glass ${at % 997}`}\n`
    const bytes = Buffer.from(`head\n${Array.from({ length: 20_000 }, (_, at) => line(at)).join('')}`)
    const columns: readonly Form[] = ['number', 'number', 'day', 'text']
    const ours = scanned(bytes, columns, 50_000, false)
    expect(ours).toEqual(scanned(bytes, columns, 50_000, true))
    expect([ours.rows, ours.ascending]).toEqual([20_000, [true, false, false, false]])
  })
})
