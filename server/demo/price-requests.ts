import { judgeRequest, requestFigures, type RequestLimits } from '../domain/pricing/judge-request.ts'
import type { DemoMasters, Row } from './masters.ts'

const kinds: Readonly<Record<string, string>> = {
  SPECIAL: 'net_price',
  TENDER: 'tender',
  PROJECT: 'project',
  CLEARANCE: 'clearance',
}

const types: readonly Row[] = [
  ['SPECIAL', 'Special price for one customer', '12', '18', 'exception', 'refused', 365, 'Active'],
  ['TENDER', 'Tender or public contract', '25', '10', 'exception', 'exception', 730, 'Active'],
  ['PROJECT', 'Project with its own quantities', '18', '15', 'exception', 'refused', 365, 'Draft'],
  ['CLEARANCE', 'Clearance of stock', '60', null, 'refused', 'exception', 90, 'Active'],
].map(([request_type, description, most, least, beyond_limits, below_cost, max_days, contract_status]) => ({
  request_type,
  description,
  max_discount_percent: most,
  min_margin_percent: least,
  beyond_limits,
  below_cost,
  overlap: 'told',
  max_days,
  exception_role: 'ADMINISTRATOR',
  contract_status,
  contract_type: kinds[String(request_type)],
  status: 'active',
}))

const reasons: readonly Row[] = [
  ['COMP', 'A competitor is cheaper', 'competition', false],
  ['VOL', 'The customer buys more', 'volume', false],
  ['TENDER', 'Won or renewed tender', 'tender', false],
  ['ENTRY', 'First order of a new customer', 'volume', false],
  ['CLEAR', 'Stock near its end', 'clearance', false],
  ['COST', 'Our cost went down', 'cost', true],
  ['SERVICE', 'Made good after a complaint', 'service', true],
].map(([reason_code, description, category, needs_note]) => ({
  reason_code,
  description,
  category,
  needs_note,
  status: 'active',
}))

interface Wish {
  readonly what: string
  readonly type: string
  readonly status: string
  readonly reason: string
  /** Of the list price. */
  readonly factor: number
  readonly from: string
  readonly to: string
}

const wishes: readonly Wish[] = [
  ['Net prices 2026 for the top range', 'SPECIAL', 'converted', 'VOL', 0.92, '2026-01-01', '2026-12-31'],
  ['Tender of the northern clinics', 'TENDER', 'converted', 'TENDER', 0.84, '2026-04-01', '2027-03-31'],
  ['Opening of three shops', 'PROJECT', 'converted', 'ENTRY', 0.9, '2026-09-01', '2026-12-31'],
  ['Answer to Medivale', 'SPECIAL', 'approved', 'COMP', 0.9, '2026-12-01', '2027-05-31'],
  ['Prices 2027 of the online shop', 'SPECIAL', 'submit_approval', 'VOL', 0.89, '2027-01-01', '2027-12-31'],
  ['Tender of the school kitchens', 'TENDER', 'submit_approval', 'TENDER', 0.72, '2027-01-01', '2027-12-31'],
  ['Refit of the canteen', 'PROJECT', 'validated', 'ENTRY', 0.86, '2027-02-01', '2027-06-30'],
  ['Against the offer of Albrecht & Sons', 'SPECIAL', 'validated', 'COMP', 0.58, '2026-12-01', '2027-02-28'],
  ['Stock of the former design', 'CLEARANCE', 'draft', 'CLEAR', 0.5, '2026-12-01', '2027-01-31'],
  ['After the late deliveries of October', 'SPECIAL', 'rejected', 'SERVICE', 0.8, '2026-11-01', '2027-01-31'],
  ['Prices 2027 of the wholesaler', 'SPECIAL', 'draft', 'VOL', 0.93, '2027-01-01', '2027-12-31'],
].map(([what, type, status, reason, factor, from, to]) => ({
  what: String(what),
  type: String(type),
  status: String(status),
  reason: String(reason),
  factor: Number(factor),
  from: String(from),
  to: String(to),
}))

type Email = { readonly email: string }

const numbered = (kind: string, at: number): string => `${kind}-${String(at).padStart(6, '0')}`
const day = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

function wishRow(
  masters: DemoMasters,
  wish: Wish,
  index: number,
  { author, decider }: { author: Email; decider: Email },
): Row {
  const priced = masters.materials.filter((material) => Number(material['list_price']) > 0)
  const known = Array.from({ length: 2 + (index % 4) }, (_, at) => {
    const material = priced[(index * 5 + at * 3) % priced.length]!
    const list = Number(material['list_price'])
    return {
      line: at + 1,
      material_number: String(material['material_number']),
      quantity: String(((index * 7 + at * 11) % 18) * 25 + 50),
      uom: 'EA',
      current_price: list.toFixed(2),
      price_source: 'List price of the material',
      requested_price: (list * (wish.factor + at * 0.01)).toFixed(2),
      reason_code: wish.reason,
      note: wish.reason === 'SERVICE' ? 'Three orders came a week late' : null,
      cost: String(material['standard_cost']),
      agreements: [],
      reason: 'known' as const,
      is_known: true,
    }
  })
  const limits = types.find(({ request_type: name }) => name === wish.type) as unknown as RequestLimits
  const isChecked = wish.status !== 'draft'
  const findings = isChecked ? judgeRequest(limits, { days: day(wish.from, wish.to), lines: known }) : []
  const of = (severity: string) => findings.filter((one) => one.severity === severity).length
  const isSubmitted = !['draft', 'validated'].includes(wish.status)
  const isDecided = isSubmitted && wish.status !== 'submit_approval'
  const at = String(2 + index).padStart(2, '0')
  const month = wish.status === 'converted' ? `2025-1${index % 3}` : '2026-11'
  return {
    request_number: numbered('PR', index + 1),
    description: wish.what,
    request_type: wish.type,
    request_status: wish.status,
    application_type: index % 5 === 4 ? 'Profit Optimization' : 'Pricing',
    customer_number: masters.customers[index]!['customer_number'],
    currency: 'EUR',
    valid_from: wish.from,
    valid_to: wish.to,
    sales_employee: masters.employees[index % masters.employees.length]!['employee_number'],
    competitor: wish.reason === 'COMP' ? 'Medivale' : null,
    justification: 'They buy for the whole year if the prices hold; otherwise half of it goes elsewhere.',
    lines: known.map(
      ({ line: _line, cost: _cost, agreements: _others, reason: _reason, is_known: _known, ...line }) => line,
    ),
    ...requestFigures(known),
    findings,
    refusals: isChecked ? of('refused') : null,
    exceptions: isChecked ? of('exception') : null,
    exception_role: of('exception') > 0 ? 'ADMINISTRATOR' : null,
    validated_at: isChecked ? `${month}-${at}T08:10:00.000Z` : null,
    approval_status: ['draft', 'validated'].includes(wish.status)
      ? 'new'
      : wish.status === 'converted'
        ? 'approved'
        : wish.status,
    waiting_for: wish.status === 'submit_approval' ? 'Whoever may approve price requests' : null,
    submitted_by: isSubmitted ? author.email : null,
    submitted_at: isSubmitted ? `${month}-${at}T08:30:00.000Z` : null,
    decided_by: isDecided ? decider.email : null,
    decided_at: isDecided ? `${month}-${at}T15:10:00.000Z` : null,
    approval_note: wish.status === 'rejected' ? 'A credit note for October is enough.' : null,
  }
}

/** Price requests in every state, the contracts that became of some of them, and their versions. */
export function makePriceRequests(
  masters: DemoMasters,
  people: readonly (Email & { readonly role: string })[],
): Record<string, Row[]> {
  const author = people[0]!
  const decider = people.find(({ role }) => role === 'ADMINISTRATOR') ?? author
  const requests = wishes.map((wish, index) => wishRow(masters, wish, index, { author, decider }))
  const contracts = requests
    .filter((request) => request['request_status'] === 'converted')
    .map((request, index): Row => {
      const isDraft = request['request_type'] === 'PROJECT'
      return {
        contract_number: numbered('PC', index + 1),
        contract_header: request['description'],
        contract_type: ['net_price', 'tender', 'project'][index],
        application_type: request['application_type'],
        customer_number: request['customer_number'],
        currency: 'EUR',
        sales_organization: '1000',
        valid_from: request['valid_from'],
        valid_to: request['valid_to'],
        contract_status: isDraft ? 'Draft' : 'Active',
        lines: (request['lines'] as readonly Row[]).map((line) => ({
          material_number: line['material_number'],
          quantity_from: '0',
          uom: 'EA',
          price: line['requested_price'],
          list_price: line['current_price'],
        })),
        price_request: request['request_number'],
        responsible: author.email,
        approval_status: isDraft ? 'submit_approval' : 'approved',
        waiting_for: isDraft ? 'Whoever may approve pricing contracts' : null,
        version: isDraft ? null : 1,
        submitted_by: request['submitted_by'],
        submitted_at: request['submitted_at'],
        decided_by: isDraft ? null : request['decided_by'],
        decided_at: isDraft ? null : request['decided_at'],
      }
    })
  const versions = contracts
    .filter(({ version }) => version === 1)
    .map((contract): Row => ({
      ...Object.fromEntries(
        [
          'contract_number',
          'contract_header',
          'contract_type',
          'application_type',
          'customer_number',
          'currency',
          'sales_organization',
          'valid_from',
          'valid_to',
          'lines',
          'contract_status',
        ].map((name) => [name, contract[name]]),
      ),
      version: 1,
      is_current: true,
      reason: 'First version',
      request_number: contract['price_request'],
      change_count: 0,
      changes: [],
      approved_by: contract['decided_by'],
      approved_at: contract['decided_at'],
    }))
  return {
    'price-request-type': [...types],
    'price-reason-code': [...reasons],
    'pricing-contract': contracts,
    'pricing-contract-version': versions,
    'price-request': requests.map((request) => ({
      ...request,
      contract_number:
        contracts.find((contract) => contract['price_request'] === request['request_number'])?.['contract_number'] ??
        null,
    })),
  }
}
