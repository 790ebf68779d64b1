import { multipartFile } from './multipart.ts'
import { rebateApp, rule } from './rebate-app.ts'

type Row = Record<string, unknown>

/** The product with a chargeback contract, its distributor and hospitals, and ways to claim. */
export async function claimsApp() {
  const it = await rebateApp()
  await it.customer('DIST-1', { dea_number: 'RD0000001' })
  await it.customer('HOSP-1', { dea_number: 'AB1234563', class_of_trade: 'HOSPITAL' })
  await it.customer('HOSP-2', { hin: 'HIN77', class_of_trade: 'HOSPITAL' })
  await it.customer('SHOP-9', { class_of_trade: 'RETAIL' })
  await it.agree('CB-100', 'DIST-1', {
    application_type: 'Supplier Chargeback',
    own_sales_only: false,
    external_number: 'GPO-4711',
    eligibility: [
      { group_no: 1, mode: 'include', attribute: 'customer.class_of_trade', operator: 'eq', value: 'HOSPITAL' },
      { group_no: 1, mode: 'include', attribute: 'material.material_number', operator: 'eq', value: 'M1' },
    ],
    rules: [rule({ rate_type: 'amount_per_unit', rate: '0.74', evaluation_period: 'month' })],
  })
  for (const [code, check, edi] of [
    ['CNT', 'contract', 'A1'],
    ['CUS', 'customer', 'B1'],
    ['COV', 'covered', 'B2'],
    ['PRD', 'product_covered', 'C1'],
    ['AMT', 'amount', 'D1'],
    ['DUP', 'duplicate', 'E1'],
    ['MAN', null, 'Z9'],
  ] as const) {
    const answer = await it.create('rejection-reason', {
      rejection_reason_code: code,
      description: `Reason ${code}`,
      check_name: check,
      edi_code: edi,
    })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  }
  const approver = await (async () => {
    await it.s.user({ organizationId: 1, email: 'cleo@northgate.example', name: 'Cleo', role: 'ANALYST' })
    return (await it.s.signIn('cleo@northgate.example')).token
  })()
  const send = (path: string, content: string | Buffer, name = 'claims.csv') =>
    it.s.call('POST', `/api/${path}`, { token: it.analyst, ...multipartFile(name, content) })
  const act = (endpoint: string, ids: readonly number[], name: string, parameters: object = {}, token = it.analyst) =>
    it.s.call('POST', `/api/${endpoint}/actions/${name}`, { token, body: { ids, parameters } })
  const one = async (address: string): Promise<Row> => (await it.listed(address))[0] ?? {}

  return {
    ...it,
    approver,
    send,
    act,
    one,
    /** A claim by hand with these lines; answers its id. */
    claim: async (number: string, ...lines: readonly Row[]): Promise<number> => {
      const made = await it.create('supplier-incoming-claims', {
        claim_number: number,
        claimant: 'DIST-1',
        debit_memo: `DM-${number}`,
        claim_date: '2026-03-31',
      })
      if (made.status !== 201) throw new Error(JSON.stringify(made.body))
      for (const [at, line] of lines.entries()) {
        const answer = await it.create('incoming-claim-lines', { ...goodLine(number, at + 1), ...line })
        if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      }
      return (made.body.response as { id: number }).id
    },
    /** Checks a claim and answers its lines in their order. */
    checked: async (id: number, number: string): Promise<Row[]> => {
      const answer = await act('supplier-incoming-claims', [id], 'validate')
      if ((answer.body.response as { done?: number }).done !== 1) throw new Error(JSON.stringify(answer.body))
      return it.listed(`incoming-claim-lines?claim_number=${number}&sort=line_no&limit=100`)
    },
  }
}

/** A line that the contract gives exactly what it claims: 40 × 0.74. */
export const goodLine = (claim: string, line: number): Row => ({
  claim_number: claim,
  line_no: line,
  contract_id: 'CB-100',
  customer_id: 'AB1234563',
  material_id: 'M1',
  invoice_number: `${claim}-${line}`,
  invoice_date: '2026-03-10',
  quantity: '40',
  uom: 'EA',
  claimed_amount: '29.60',
})

export type ClaimsApp = Awaited<ReturnType<typeof claimsApp>>
