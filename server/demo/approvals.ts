import { makeCostings } from './costings.ts'
import type { DemoMasters, Row } from './masters.ts'
import { contractNumber } from './membership.ts'
import { createRandom, type Random } from './random.ts'

interface DemoPeople {
  readonly email: string
  readonly role: string
}

/** Who has to agree, from which amount in EUR on. */
const limit = (
  limit_code: string,
  description: string,
  document_type: string,
  level: number,
  amount_from: string,
  approver: Row,
): Row => ({
  limit_code,
  description,
  document_type,
  level,
  currency: 'EUR',
  amount_from,
  ...approver,
  status: 'active',
  valid_from: '2024-01-01',
})
const team: Row = { approver_type: 'group', approver_group: 'REBATE-TEAM' }
const management: Row = { approver_type: 'role', approver_role: 'ADMINISTRATOR' }

const limits: readonly Row[] = [
  limit('EX-TEAM', 'Every exception: the rebate team', 'exception', 1, '0', team),
  limit('EX-MANAGEMENT', 'From 25,000 EUR on also the management', 'exception', 2, '25000', management),
  limit('CO-TEAM', 'Every costing: the rebate team', 'costing', 1, '0', team),
  limit('FP-TEAM', 'Every posting: the rebate team', 'financial_posting', 1, '0', team),
  limit(
    'FP-MANAGEMENT',
    'Postings from 50,000 EUR on also the management',
    'financial_posting',
    2,
    '50000',
    management,
  ),
]

const reasons = [
  ['competition', 'A competitor offered two points more for the whole range.'],
  ['goodwill', 'Deliveries were late three times in a row; agreed with the account manager.'],
  ['error', 'The tier was entered wrongly when the contract was renewed.'],
  ['supply', 'We could not deliver in May, so the volume of the year was out of reach.'],
  ['agreement', 'Agreed in the yearly talks, not yet in the contract.'],
] as const

const kinds: Readonly<Record<string, (random: Random) => Row>> = {
  rate: (random) => ({ standard_rate: String(random.whole(2, 5)), override_rate: String(random.whole(6, 9)) }),
  tier: () => ({ standard_tier: '1', override_tier: '2' }),
  amount: (random) => ({ override_amount: `${random.whole(5, 90) * 10}` }),
  deadline: (random) => ({ deadline: `2027-0${random.whole(1, 3)}-15` }),
  eligibility: () => ({}),
}

const stages = [
  'new',
  'new',
  'submit_approval',
  'submit_approval',
  'approved',
  'approved',
  'approved',
  'rejected',
  'new_changes',
  'Issue Resolution',
]

function exception(random: Random, index: number, masters: DemoMasters, people: readonly DemoPeople[]): Row {
  const [author, decider] = [people[0]!, people.find(({ role }) => role === 'ADMINISTRATOR') ?? people[0]!]
  const customer = masters.customers[index % 20]!
  const type = random.pick(Object.keys(kinds))
  const [reason_code, justification] = random.pick(reasons)
  const status = stages[index % stages.length]!
  const impact = random.whole(8, 600) * 100
  const month = String(1 + (index % 10)).padStart(2, '0')
  const isSubmitted = !['new', 'new_changes'].includes(status)
  const isDecided = ['approved', 'rejected', 'Issue Resolution'].includes(status)
  return {
    exception_number: `EX-${String(index + 1).padStart(6, '0')}`,
    description:
      `${type === 'rate' ? 'Other rate' : type === 'tier' ? 'Next tier' : type === 'amount' ? 'Fixed amount' : type === 'deadline' ? 'Later deadline' : 'Eligible all the same'} for ${String(customer['customer_name'])}`.slice(
        0,
        160,
      ),
    application_type: 'Customer Rebate',
    contract_number: contractNumber(index % 20),
    customer_number: customer['customer_number'],
    exception_type: type,
    ...kinds[type]!(random),
    currency: 'EUR',
    impact: String(impact),
    valid_from: `2026-${month}-01`,
    valid_to: '2026-12-31',
    reason_code,
    justification,
    requested_by: random.pick(masters.employees)['employee_number'],
    approval_status: status,
    waiting_for: status === 'submit_approval' ? 'Rebate team' : null,
    approval_level: status === 'submit_approval' ? 1 : null,
    submitted_by: isSubmitted ? author.email : null,
    submitted_at: isSubmitted ? `2026-${month}-03T09:15:00.000Z` : null,
    decided_by: isDecided ? decider.email : null,
    decided_at: isDecided ? `2026-${month}-05T14:40:00.000Z` : null,
    approval_note:
      status === 'rejected'
        ? 'The contract covers this already.'
        : status === 'Issue Resolution'
          ? 'Which offer does this rest on? Attach the letter.'
          : null,
  }
}

const decisionOf: Readonly<Record<string, string>> = {
  approved: 'approve',
  rejected: 'reject',
  'Issue Resolution': 'question',
}

interface Decided {
  readonly screen: string
  readonly document_type: string
  /** The fields that hold the number and the amount. */
  readonly document: string
  readonly amount: string
}

const decisions = (records: readonly Row[], { screen, document_type, document, amount }: Decided): Row[] =>
  records.flatMap((row, index) => {
    const same = {
      screen,
      record_number: index + 1,
      document_type,
      document: row[document],
      amount: row[amount],
      currency: row['currency'],
    }
    const submitted =
      row['submitted_by'] === null
        ? []
        : [
            {
              ...same,
              decision: 'submit',
              decided_by: row['submitted_by'],
              decided_at: row['submitted_at'],
              status_after: 'submit_approval',
            },
          ]
    const decision = decisionOf[String(row['approval_status'])]
    return [
      ...submitted,
      ...(decision
        ? [
            {
              ...same,
              decision,
              level: 1,
              decided_by: row['decided_by'],
              decided_at: row['decided_at'],
              note: row['approval_note'],
              status_after: row['approval_status'],
            },
          ]
        : []),
    ]
  })

const rules: readonly Row[] = [
  ['NO-RETURNS', 'Returns earn nothing', 'universal', 'exclude', 'sales-data.transaction_type', 'eq', ['Return']],
  ['OWN-SALES', 'Own sales organization only', 'universal', 'include', 'sales-data.sales_organization', 'eq', ['1000']],
  ['NO-BLOCKED', 'No blocked customers', 'mandatory', 'exclude', 'customer.status', 'eq', ['blocked', 'inactive']],
  [
    'NO-MACHINES',
    'Machines have terms of their own',
    'mandatory',
    'exclude',
    'material.product_line',
    'eq',
    ['Machines'],
  ],
  [
    'SMALL',
    'Lines up to fifty euros are left out',
    'universal',
    'exclude',
    'sales-data.net_value',
    'between',
    ['0'],
    '50',
  ],
].map(([rule_code, description, origin, mode, attribute, operator, values, to], index) => ({
  rule_code,
  description,
  origin,
  // Purchases name no sales organization.
  data_source_type: rule_code === 'OWN-SALES' ? 'direct' : null,
  mode,
  group_no: mode === 'include' ? 1 : index + 1,
  attribute,
  operator,
  values: (values as string[]).map((value) => (to === undefined ? { value } : { value, value_to: to })),
  valid_from: '2024-01-01',
  status: 'active',
}))

/** Who approves what, and exceptions in every state; by screen, parents before parts. */
export function makeApprovals(
  seed: number,
  masters: DemoMasters,
  people: readonly DemoPeople[],
): Readonly<Record<string, readonly Row[]>> {
  const random = createRandom(seed)
  const deciders = people.filter(({ role }) => role !== 'READER')
  const exceptions = Array.from({ length: 64 }, (_, index) => exception(random, index, masters, people))
  const costings = makeCostings(createRandom(seed + 9), masters, people)
  return {
    'approval-group': [
      {
        group_code: 'REBATE-TEAM',
        description: 'Rebate team',
        required_approvals: 1,
        status: 'active',
        members: deciders.map(({ email }) => ({ user: email })),
      },
    ],
    'workflow-setup': limits,
    'incentive-override': exceptions,
    costing: costings,
    'approval-decision': [
      ...decisions(exceptions, {
        screen: 'incentive-override',
        document_type: 'exception',
        document: 'exception_number',
        amount: 'impact',
      }),
      ...decisions(costings, {
        screen: 'costing',
        document_type: 'costing',
        document: 'costing_number',
        amount: 'promotion_cost',
      }),
    ],
    'universal-eligibility-rule': rules,
  }
}
