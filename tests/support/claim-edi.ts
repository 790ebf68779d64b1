import { claimBody, type WrittenClaim } from '#server/domain/edi/claim-set.ts'
import { writeX12 } from '#server/domain/edi/x12.ts'
import { goodLine } from './claims-app.ts'

export const envelope = {
  sender: 'DISTRIBUTOR',
  receiver: 'NORTHGATE',
  control: 4711,
  group: 'CF',
  type: '844',
  date: '2026-03-31',
  time: '08:15',
}

type Row = Record<string, unknown>

const asText = (line: Row) => Object.fromEntries(Object.entries(line).map(([name, value]) => [name, String(value)]))

/** An 844 with these lines, each for 29.60 unless it says otherwise. */
export const edi = (
  number: string,
  lines: readonly Row[],
  more: Partial<WrittenClaim> = {},
  control = envelope.control,
): string => {
  const written = lines.map((one, at) => asText({ ...goodLine(number, at + 1), ...one }))
  const claim: WrittenClaim = {
    claim_number: number,
    date: '2026-03-31',
    debit_memo: `DM-${number}`,
    claimant: 'RD0000001',
    supplier: 'NORTHGATE',
    currency: 'EUR',
    total: written.reduce((sum, line) => sum + Number(line['claimed_amount']), 0).toFixed(2),
    lines: written,
    ...more,
  }
  return writeX12({ ...envelope, control }, claimBody(claim))
}

/** An 867 of one invoice of M1 to HOSP-1 at 4.50 each: so many of them, sold (32) or come back (76). */
export const soldThrough = (invoice: string, { code, quantity }: { code: '32' | '76'; quantity: number }): string =>
  writeX12({ ...envelope, type: '867' }, [
    ['BPT', '00', 'R-1', '20260331'],
    ['N1', 'DS', '', '92', 'DIST-1'],
    ['PTD', 'SD'],
    ['DTM', '003', '20260305'],
    ['REF', 'IV', invoice],
    ['N1', 'ST', '', '92', 'HOSP-1'],
    ['QTY', code, String(quantity), 'EA'],
    ['LIN', '', 'VN', 'M1'],
    ['UIT', 'EA', '4.5'],
    ['AMT', '1', String(quantity * 4.5)],
    ['CTT', '1'],
  ])
