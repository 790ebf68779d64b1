import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { painProblems } from '#tests/support/pain-001.ts'
import { bankReference, bankText, creditTransfer, type Transfer, type TransferOrder } from './credit-transfer.ts'
import { isIban } from './iban.ts'
import { fileWords, payeeSums } from './payee-sums.ts'

describe('an account number', () => {
  // The examples of the registry of ISO 13616.
  test.each([
    'DE89 3704 0044 0532 0130 00',
    'GB29NWBK60161331926819',
    'FR1420041010050500013M02606',
    'NO9386011117947',
  ])('%s is one', (iban) => expect(isIban(iban)).toBe(true))
  test.each(['DE88370400440532013000', 'DE8937040044', '370400440532013000', ''])('%s is none', (iban) =>
    expect(isIban(iban)).toBe(false),
  )
})

test('postings are netted by payee; who owes more waits, and what comes to nothing is settled', () => {
  const sums = payeeSums([
    { posting_number: 'A-1', payee: 'A', amount: '100.10' },
    { posting_number: 'B-1', payee: 'B', amount: '5' },
    { posting_number: 'A-2', payee: 'A', amount: '-0.20' },
    { posting_number: 'B-2', payee: 'B', amount: '-5' },
    { posting_number: 'C-1', payee: 'C', amount: '-5' },
  ])
  const { paid, settled, left } = sums
  expect(paid.map((one) => [one.payee, one.amount.toString(), one.postings.length])).toEqual([['A', '99.9', 2]])
  expect(settled.map((one) => [one.payee, one.postings.length])).toEqual([['B', 2]])
  expect(left.map((one) => one.payee)).toEqual(['C'])
  expect(fileWords(sums, [{ posting_number: 'D-3', held_by: 'D-2' }], 1)).toBe(
    '1 payee, 2 postings. 1 without an account is in the list only. 1 payee owes nothing and gets nothing: 2 postings are settled. 1 payee owes more than it gets and waits. 1 posting waits for D-2, which takes back what an earlier file paid.',
  )
  expect(fileWords(payeeSums([]), [], 0)).toBe('No approved payment is waiting.')
})

test('a credit transfer order says what is paid to whom, and adds up', () => {
  const order = creditTransfer({
    number: 'PAY-000001',
    createdAt: '2026-07-01T10:00:00.000Z',
    executionDate: '2026-07-03',
    currency: 'EUR',
    debtor: { name: 'Northgate Trading', iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
    transfers: [
      {
        reference: 'PAY-000001-1',
        name: 'Müller & Söhne',
        iban: 'GB29NWBK60161331926819',
        bic: null,
        amount: '99.9',
        text: 'R-1',
      },
      {
        reference: 'PAY-000001-2',
        name: "O'Hara <Ltd>",
        iban: 'NO9386011117947',
        bic: 'DNBANOKK',
        amount: '0.1000',
        text: 'R-2',
      },
    ],
  })
  expect(order).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>100.00</CtrlSum>')
  expect(order).toContain('<InstdAmt Ccy="EUR">99.90</InstdAmt>')
  expect(order).toContain('<Nm>Mueller + Soehne</Nm>')
  expect(order).toContain('<Nm>O&apos;Hara .Ltd.</Nm>')
  expect(order).toContain('<ReqdExctnDt><Dt>2026-07-03</Dt></ReqdExctnDt>')
  expect(order.match(/<[A-Z]\w*[ >]/g)).toHaveLength((order.match(/<\/[A-Z]\w*>/g) ?? []).length)
})

test('texts are cut and written as banks take them', () => {
  expect(bankText('Čaj 茶 éclair', 12)).toBe('Caj . eclair')
  expect(bankText('a'.repeat(200), 140)).toHaveLength(140)
})

describe('the order as the published message definition has it', () => {
  const transfer = (more: Partial<Transfer> = {}): Transfer => ({
    reference: 'PAY-1-1',
    name: 'Payee',
    iban: 'DE89 3704 0044 0532 0130 00',
    bic: 'cobadeffxxx',
    amount: '10',
    text: 'R-1',
    ...more,
  })
  const order = (transfers: readonly Transfer[], more: Partial<TransferOrder> = {}): string =>
    creditTransfer({
      number: 'PAY-1',
      createdAt: '2026-07-01T10:00:00.000Z',
      executionDate: '2026-07-03',
      currency: 'EUR',
      debtor: { name: 'Northgate', iban: 'FR1420041010050500013M02606', bic: null },
      transfers,
      ...more,
    })
  /** The elements that stand directly within the first element of a name, in their order. */
  const within = (xml: string, name: string): string[] => {
    const content = xml.slice(xml.indexOf(`<${name}>`) + name.length + 2, xml.indexOf(`</${name}>`))
    const found: string[] = []
    let depth = 0
    for (const [, close, tag] of content.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
      if (close) depth -= 1
      else {
        if (depth === 0) found.push(tag!)
        depth += 1
      }
    }
    return found
  }

  test('elements come in the order of the definition', () => {
    const xml = order([transfer()])
    expect(within(xml, 'GrpHdr')).toEqual(['MsgId', 'CreDtTm', 'NbOfTxs', 'CtrlSum', 'InitgPty'])
    const instruction = [
      'PmtInfId',
      'PmtMtd',
      'NbOfTxs',
      'CtrlSum',
      'PmtTpInf',
      'ReqdExctnDt',
      'Dbtr',
      'DbtrAcct',
      'DbtrAgt',
      'ChrgBr',
    ]
    expect(within(xml, 'PmtInf')).toEqual([...instruction, 'CdtTrfTxInf'])
    expect(within(xml, 'CdtTrfTxInf')).toEqual(['PmtId', 'Amt', 'CdtrAgt', 'Cdtr', 'CdtrAcct', 'RmtInf'])
  })

  test('a bank that is not known is left out of the payee, and said so of the debtor', () => {
    const xml = order([transfer({ bic: 'none' })])
    expect(within(xml, 'CdtTrfTxInf')).not.toContain('CdtrAgt')
    expect(within(xml, 'DbtrAgt')).toEqual(['FinInstnId'])
    expect(xml).toContain('<DbtrAgt><FinInstnId><Othr><Id>NOTPROVIDED</Id></Othr></FinInstnId></DbtrAgt>')
    expect(order([transfer()])).toContain('<CdtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></CdtrAgt>')
  })

  test('accounts have no blanks, texts are never empty nor longer than they may be', () => {
    const xml = order([transfer({ name: 'N'.repeat(90), text: ' ', reference: 'R'.repeat(50) })])
    expect(xml).toContain('<IBAN>DE89370400440532013000</IBAN>')
    expect(xml).toContain(`<Cdtr><Nm>${'N'.repeat(70)}</Nm></Cdtr>`)
    expect(xml).toContain('<Ustrd>.</Ustrd>')
    expect(xml).toContain(`<EndToEndId>${'R'.repeat(35)}</EndToEndId>`)
  })

  test('references neither begin nor end with a stroke, nor have two in a row', () =>
    expect(['/A//B/', '///', 'A/B'].map(bankReference)).toEqual(['A/B', '.', 'A/B']))

  test.each([
    ['JPY', '1500', '1500'],
    ['KWD', '1.5', '1.500'],
    ['USD', '1.5', '1.50'],
  ])('an amount of %s has the digits of its minor unit', (currency, value, written) => {
    const xml = order([transfer({ amount: value })], { currency })
    expect(xml).toContain(`<InstdAmt Ccy="${currency}">${written}</InstdAmt>`)
    expect(xml.match(/<CtrlSum>[^<]*/g)).toEqual([`<CtrlSum>${written}`, `<CtrlSum>${written}`])
    expect(xml).not.toContain('SEPA')
    expect(xml).toContain('<ChrgBr>SHAR</ChrgBr>')
  })

  test.each(['0', '-1', '0.001', '1000000000'])('an amount of %s is not ordered', (value) =>
    expect(() => order([transfer({ amount: value })])).toThrow(RangeError),
  )

  test('what leaves the euro payment area is an instruction of its own; both add up to the head', () => {
    const xml = order([
      transfer(),
      transfer({ reference: 'PAY-1-2', iban: 'TR330006100519786457841326', amount: '5.5' }),
    ])
    const [whole, ...parts] = [...xml.matchAll(/<NbOfTxs>(\d+)<\/NbOfTxs><CtrlSum>([\d.]+)/g)].map(
      ([, ...found]) => found,
    )
    expect([whole, parts]).toEqual([
      ['2', '15.50'],
      [
        ['1', '10.00'],
        ['1', '5.50'],
      ],
    ])
    expect(xml.match(/<PmtInfId>[^<]*/g)).toEqual(['<PmtInfId>PAY-1', '<PmtInfId>PAY-1-2'])
    expect(xml.match(/<ChrgBr>\w+/g)).toEqual(['<ChrgBr>SLEV', '<ChrgBr>SHAR'])
    expect(xml.match(/SEPA/g)).toHaveLength(1)
  })

  test('whatever is ordered is a message as it is published, in its order, its facets and its sums', () => {
    const accounts = [
      'DE89370400440532013000',
      'GB29NWBK60161331926819',
      'TR330006100519786457841326',
      'NO9386011117947',
    ]
    const one = fc.record({
      name: fc.string({ unit: 'grapheme', maxLength: 200 }),
      iban: fc.constantFrom(...accounts),
      bic: fc.constantFrom(null, 'COBADEFFXXX', 'coba de ff', 'none', ''),
      amount: fc.integer({ min: 1, max: 99_999_999_999 }),
      text: fc.string({ unit: 'binary', maxLength: 300 }),
    })
    fc.assert(
      fc.property(
        fc.array(one, { minLength: 1, maxLength: 6 }),
        fc.constantFrom('EUR', 'USD', 'JPY', 'KWD'),
        fc.string({ unit: 'grapheme', maxLength: 90 }),
        (several, currency, name) => {
          const transfers = several.map((given, at) => ({
            ...given,
            reference: `PAY-1-${at + 1}`,
            amount: currency === 'JPY' ? String(given.amount) : (given.amount / 100).toFixed(2),
          }))
          const debtor = { name, iban: 'FR1420041010050500013M02606', bic: null }
          expect(painProblems(order(transfers, { currency, debtor }))).toEqual([])
        },
      ),
    )
  })

  test.each<readonly [what: string, from: RegExp | string, to: string, problem: string]>([
    ['an element out of its place', /<PmtMtd>TRF<\/PmtMtd>/, '', 'PmtInf has PmtInfId NbOfTxs'],
    ['another sum', '<CtrlSum>10.00', '<CtrlSum>10.01', 'does not add up'],
    ['a number of payments', '<NbOfTxs>1', '<NbOfTxs>2', 'counts 2 of 1'],
    ['an account', '<IBAN>DE89', '<IBAN>DE88', 'is no account'],
    ['a text too long', '<Ustrd>R-1', `<Ustrd>${'R'.repeat(141)}`, 'Ustrd is'],
    ['more decimals than euros have', '>10.00</InstdAmt>', '>10.000</InstdAmt>', 'cannot be ordered'],
    ['a letter banks do not take', '<Ustrd>R-1', '<Ustrd>ß', 'cannot be written'],
    ['an element of no message', '<ChrgBr>', '<Chrg/><ChrgBr>', 'closed by'],
  ])('and an order with %s would be noticed', (_what, from, to, problem) => {
    const broken = order([transfer()]).replace(from, to)
    const problems = () => {
      try {
        return painProblems(broken)
      } catch (error) {
        return [String(error)]
      }
    }
    expect(problems().join('\n')).toContain(problem)
  })
})
