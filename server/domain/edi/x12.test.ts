import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount, sumOf } from '../calculation/amount.ts'
import { answerBody, claimBody, linesOfSet, type WrittenClaim } from './claim-set.ts'
import { readX12, writeX12 } from './x12.ts'
import { X12Error } from './x12-error.ts'

const envelope = {
  sender: 'DIST',
  receiver: 'NORTHGATE',
  control: 7,
  group: 'CF',
  type: '844',
  date: '2026-03-31',
  time: '08:15',
}

const claim: WrittenClaim = {
  claim_number: 'CLM-1',
  date: '2026-03-31',
  debit_memo: 'DM-9',
  claimant: 'RD0000001',
  supplier: 'NORTHGATE',
  currency: 'EUR',
  total: '29.6',
  lines: [
    {
      line_no: '1',
      contract_id: 'CB-100',
      customer_id: 'AB1234563',
      material_id: 'M1',
      invoice_number: 'INV-1',
      invoice_date: '2026-03-10',
      quantity: '40',
      uom: 'EA',
      acquisition_price: '5',
      contract_price: '4.26',
      claimed_amount: '29.6',
    },
  ],
}

const file = writeX12(envelope, claimBody(claim))
const problemsOf = (text: string): string => {
  try {
    readX12(text)
    return ''
  } catch (error) {
    if (error instanceof X12Error) return error.message
    throw error
  }
}

describe('an interchange', () => {
  test('is read with what stands above each line', () => {
    const [set] = readX12(file)
    expect(set).toMatchObject({ type: '844', sender: 'DIST', receiver: 'NORTHGATE', interchange: '000000007' })
    expect(linesOfSet(set!)).toMatchObject([
      { ...claim.lines[0], claim_number: 'CLM-1', debit_memo: 'DM-9', claimant: 'RD0000001', claim_date: '2026-03-31' },
    ])
  })

  test('is read with other separators, line ends and several sets', () => {
    const twice = file
      .replace(
        /SE\*(\d+)\*0001~\n/,
        (end) => `${end}ST*844*0002~BAA*00*CB*20260401*CL*CLM-2~CON*CT*X~PAD*1~AMT*T*5~SE*6*0002~`,
      )
      .replace('GE*1*7', 'GE*2*7')
    const other = twice.replaceAll('*', '|').replaceAll('~\n', "'\r\n").replaceAll('~', "'")
    expect(readX12(other).flatMap(linesOfSet)).toMatchObject([
      { claim_number: 'CLM-1' },
      { claim_number: 'CLM-2', claimed_amount: '5' },
    ])
  })

  test.each([
    ['counts of segments', (text: string) => text.replace(/SE\*\d+/, 'SE*99'), 'SE counts 99 segments'],
    ['control numbers', (text: string) => text.replace('GE*1*7', 'GE*1*8'), 'GE closes group 8'],
    ['counts of groups', (text: string) => text.replace('IEA*1', 'IEA*2'), 'IEA counts 2 groups'],
    ['a missing end', (text: string) => text.slice(0, text.indexOf('\nSE*')), 'has no end (SE)'],
    ['a file that breaks off', (text: string) => text.slice(0, -30), 'breaks off within a segment'],
    ['a header of another length', (text: string) => text.replace('DIST           ', 'DIST'), '106 characters'],
    [
      'separators that are the same',
      (text: string) => `${text.slice(0, 105)}*${text.slice(106)}`,
      'three different signs',
    ],
    ['segments without a name', (text: string) => text.replace('CON*', '12345*'), '"12345" is the name of no segment'],
    ['something else', () => 'claim,amount\n1,2', 'does not begin with an ISA'],
  ])('is refused for %s, with the segment', (_what, spoil, words) => {
    expect(problemsOf(spoil(file))).toContain(words)
  })

  test('without lines is refused', () => {
    const [set] = readX12(writeX12(envelope, [['BAA', '00', 'CB', '20260331', 'CL', 'X']]))
    expect(() => linesOfSet(set!)).toThrow('has no lines')
  })

  test('of forty megabytes of nothing is refused, not chewed', () => {
    expect(problemsOf(`${file.slice(0, 107)}${'A'.repeat(4_000_000)}`)).toContain('breaks off')
  })

  test('numbers lines anew where the sender numbers them by contract', () => {
    const lines = [claim.lines[0]!, { ...claim.lines[0], contract_id: 'CB-200' }]
    const [set] = readX12(writeX12(envelope, claimBody({ ...claim, total: '59.2', lines })))
    expect(linesOfSet(set!).map((line) => [line.line_no, line.contract_id])).toEqual([
      ['1', 'CB-100'],
      ['2', 'CB-200'],
    ])
  })
})

const word = fc.stringMatching(/^[A-Z][A-Z0-9-]{0,17}$/)
const number = fc.integer({ min: 1, max: 10_000_000 }).map((cents) => String(cents / 100))
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test('what is written is read again, claims and answers', () => {
  const line = fc.record({
    contract_id: word,
    customer_id: word,
    material_id: word,
    invoice_number: word,
    invoice_date: day,
    quantity: number,
    uom: fc.constantFrom('EA', 'CS'),
    claimed_amount: number,
    accepted_amount: number,
    response_code: fc.constantFrom('A1', 'Z9'),
    response_text: word,
  })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), word, day, (given, name, date) => {
      const lines = given.map((one, at) => ({ ...one, line_no: String(at + 1) }))
      const total = sumOf(lines.map((one) => amount(one.claimed_amount))).toFixed()
      const written = { ...claim, claim_number: name, date, lines, total }
      const read = (body: readonly (readonly string[])[], type: string) =>
        readX12(writeX12({ ...envelope, type }, body)).flatMap(linesOfSet)
      const plain = ({ accepted_amount: _a, response_code: _c, response_text: _t, ...rest }: (typeof lines)[number]) =>
        rest
      expect(read(claimBody(written), '844')).toMatchObject(lines.map(plain))
      expect(read(answerBody(written), '849')).toMatchObject(lines)
    }),
    { numRuns: 200 },
  )
})
