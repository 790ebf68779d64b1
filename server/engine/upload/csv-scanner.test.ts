import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvScanner } from './csv-scanner.ts'
import type { Form } from './seen.ts'

interface Scanned {
  readonly lines: readonly string[][]
  readonly scanner: CsvScanner
}

function scan(
  text: string,
  forms: readonly Form[],
  { chunk = 1_000_000, skip = 0, longest = 1_000_000 } = {},
): Scanned {
  const scanner = new CsvScanner({ delimiter: 44, skip, forms, longest })
  const bytes = Buffer.from(text)
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; at += chunk) parts.push(...scanner.push(bytes.subarray(at, at + chunk)))
  parts.push(...scanner.push(Buffer.alloc(0), true))
  return { lines: linesOf(Buffer.concat(parts), forms.length), scanner }
}

/** What COPY reads from its binary form: number of the line, t or f, and the cells; null cells as empty texts. */
function linesOf(bytes: Buffer, columns: number): string[][] {
  expect(bytes.toString('latin1', 0, 19)).toBe('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0')
  const lines: string[][] = []
  let at = 19
  for (; bytes.readInt16BE(at) !== -1;) {
    expect(bytes.readInt16BE(at)).toBe(columns + 2)
    at += 2
    const fields = Array.from({ length: columns + 2 }, () => {
      const length = bytes.readInt32BE(at)
      at += 4 + Math.max(0, length)
      return length < 0 ? Buffer.alloc(0) : bytes.subarray(at - length, at)
    })
    lines.push([
      String(fields[0]!.readInt32BE()),
      fields[1]![0] === 1 ? 't' : 'f',
      ...fields.slice(2).map((cell) => cell.toString()),
    ])
  }
  expect(at + 2).toBe(bytes.length)
  return lines
}

const text2: readonly Form[] = ['text', 'text']

describe('the scanner', () => {
  it('numbers the records as a spreadsheet does, blank lines and the header included', () => {
    expect(scan('a,b\n1,2\n\n3,4\r\n"x\ny",5', text2, { skip: 1 }).lines).toEqual([
      ['2', 'f', '1', '2'],
      ['4', 'f', '3', '4'],
      ['5', 'f', 'x\ny', '5'],
    ])
  })

  it.each([
    ['too few columns', '1\n', '1 column where 2 were expected'],
    ['too many', '1,2,3\n', '3 columns where 2 were expected'],
    ['text behind a quotation mark', '"a"b,2\n', 'Text behind a closing quotation mark'],
    ['a NUL byte', 'a\0,2\n', 'A NUL byte'],
    ['a quotation mark that is never closed', '"a,2\n', 'A quotation mark is opened here and never closed'],
  ])('tells the line of %s and goes on', (_, bad, reason) => {
    const { lines, scanner } = scan(`1,2\n${bad}3,4\n`, text2)
    expect(scanner.problems).toMatchObject([{ line: 2, reason }])
    expect(lines.map(([, , ...cells]) => cells)).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  it('takes stray quotation marks and empty cells behind the last column', () => {
    expect(scan('5" pipe,2\n3,4,,\n', text2).lines).toEqual([
      ['1', 'f', '5" pipe', '2'],
      ['2', 'f', '3', '4'],
    ])
  })

  it('takes lines of empty cells for no lines, and counts nothing of them', () => {
    const { lines, scanner } = scan('1,2\n,\n , \n\n"",""\n,,,\n3,\n', text2)
    expect(lines.map(([number, , ...cells]) => [number, ...cells])).toEqual([
      ['1', '1', '2'],
      ['7', '3', ''],
    ])
    expect({ rows: scanner.rows, problems: scanner.problemCount, empty: [...scanner.seen.empty] }).toEqual({
      rows: 2,
      problems: 0,
      empty: [0, 1],
    })
  })

  it('takes the outer blanks off cells, unless an apostrophe is to be understood first', () => {
    expect(scan(`" a b\n\t",  \n'\t ," '=1 "\n`, text2).lines).toEqual([
      ['1', 'f', 'a b', ''],
      ['2', 't', "'\t ", " '=1 "],
    ])
  })

  it('looks at all of a large chunk, and makes room for it piece by piece', () => {
    const scanner = new CsvScanner({ delimiter: 44, skip: 0, forms: text2 })
    const text = `${'word '.repeat(30).trim()},x\n`.repeat(20_000)
    const ready = scanner.push(Buffer.from(`${text}\ufffd,y\n`), true, true)
    expect([scanner.rows, scanner.problems[0]?.line]).toEqual([20_000, 20_001])
    expect(Math.max(...ready.map(({ length }) => length))).toBeLessThan(300_000)
  })

  it('gives up a record that does not end', () => {
    const { scanner, lines } = scan(`"${'x'.repeat(5_000)}\n1,2\n`, text2, { longest: 1_000, chunk: 100 })
    expect(scanner.problems).toMatchObject([{ line: 1, reason: 'A quotation mark is opened here and never closed' }])
    expect(lines).toEqual([['2', 'f', '1', '2']])
  })

  it.each<[Form, string, boolean]>([
    ['number', '-12.50', false],
    ['number', '1,5'.replace(',', ''), false],
    ['number', '', false],
    ['number', 'NULL', false],
    ['number', '1.', true],
    ['number', '+1', true],
    ['number', '1e5', true],
    ['number', '(1)', true],
    ['day', '2024-02-29', false],
    ['day', '2023-02-29', true],
    ['day', '2023-13-01', true],
    ['day', '0000-01-01', true],
    ['instant', '2010-12-01 08:26:00', false],
    ['instant', '2010-12-01T24:00', true],
    ['text', 'plain', false],
    ['text', ' blank', false],
    ['text', 'blank ', false],
    ['text', " '=blank ", true],
    ['number', '\t12 ', false],
    ['text', 'no-break\u00a0', true],
    ['text', 'café', false],
    ['text', 'bell\u0007', true],
  ])('knows as a %s: %s is odd: %s', (form, cell, odd) => {
    expect(scan(`${cell},x\n`, [form, 'text']).lines[0]?.[1]).toBe(odd ? 't' : 'f')
  })

  it('measures the columns', () => {
    const { scanner } = scan('12.345,é\n-1234.5,NULL\n,b\n1,\n', ['number', 'text'])
    expect([
      ...scanner.seen.whole,
      ...scanner.seen.fraction,
      ...scanner.seen.bytes,
      ...scanner.seen.empty,
      ...scanner.seen.nulls,
    ]).toEqual([4, 0, 3, 0, 7, 4, 1, 1, 0, 1])
    expect([...scanner.seen.signed]).toEqual([1, 0])
    expect([...scan('12\n', ['number']).scanner.seen.signed]).toEqual([0])
  })

  it('counts an empty cell once, wherever its record is cut in two', () => {
    const text = ',"ab",\r\n"",cd,ef\r\n,,gh\r\n'
    for (let chunk = 1; chunk <= text.length; chunk += 1) {
      const { scanner } = scan(text, ['text', 'text', 'text'], { chunk })
      expect([...scanner.seen.empty], `in chunks of ${chunk}`).toEqual([3, 1, 1])
    }
  })

  it('hands on every cell but for its outer blanks, however the bytes are cut', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', '\n', ' ', '1', '.', '😀'), maxLength: 8 })
    const quoted = (value: string) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 7 }),
        (rows, chunk) => {
          const { lines, scanner } = scan(rows.map((row) => `${row.map(quoted).join(',')}\n`).join(''), text2, {
            chunk,
          })
          expect(scanner.problemCount).toBe(0)
          const trimmed = rows.map((row) => row.map((value) => value.trim()))
          expect(lines.map(([, , ...cells]) => cells)).toEqual(
            trimmed.filter((row) => row.some((value) => value !== '')),
          )
        },
      ),
    )
  })
})
