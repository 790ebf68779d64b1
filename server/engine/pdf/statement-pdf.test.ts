import { expect, test, vi } from 'vitest'
import { statementPdf, type StatementPaper } from './statement-pdf.ts'

const drawn = vi.hoisted((): string[] => [])
vi.mock('./pdf-fonts.ts', async (original) => ({
  ...(await original<object>()),
  drawText: (_document: unknown, text: string) => drawn.push(text),
}))

const paper: StatementPaper = {
  sender: 'Northgate',
  partner: ['Clinic'],
  number: 'PS-1',
  partnerNumber: 'C1',
  from: '2026-10-01',
  to: '2026-10-31',
  currency: 'EUR',
  message: '',
  figures: [['Earned', '1234.5000']],
  closing: '-1234.5000',
  openClaims: '0',
  lines: [
    {
      kind: 'accrued',
      day: '2026-10-15',
      contract_number: 'REB-1',
      contract_header: null,
      contract_version: null,
      rule_no: 1,
      tier: null,
      rate: '6.5',
      basis: null,
      period_from: '2026-10-01',
      period_to: '2026-10-31',
      sales_lines: 1200,
      claim_number: null,
      posting_number: null,
      amount: '1234.5000',
      balance: '1234.5000',
      explanation: 'net 18,992.31 × 6.5 %',
    },
  ],
  issuedOn: '2026-11-24',
  locale: 'de',
}

async function told(locale: string): Promise<string[]> {
  drawn.length = 0
  await statementPdf({ ...paper, locale })
  return drawn.map((text) => text.replaceAll('\u00a0', ' '))
}

test('a statement has its amounts, days and explanations as its partner writes them', async () => {
  expect(await told('de')).toEqual(
    expect.arrayContaining(['1.234,50', '−1.234,50', '24. Nov. 2026', '15. Okt. 2026', 'EUR 1.234,50']),
  )
  expect((await told('de')).join(' ')).toMatch(/1\.200 invoice lines.*net 18\.992,31 × 6,5 %/)
  expect(await told('en-GB')).toEqual(expect.arrayContaining(['1,234.50', '−1,234.50', '24 Nov 2026', 'EUR 1,234.50']))
})
