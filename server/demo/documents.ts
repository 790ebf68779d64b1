import type { DemoMasters, Row } from './masters.ts'
import { contractNumber } from './membership.ts'
import { createRandom } from './random.ts'

interface DemoPeople {
  readonly email: string
  readonly role: string
}

const kinds = [
  ['agreement', 'Master agreement'],
  ['amendment', 'Amendment of the terms'],
  ['price-list', 'Price list'],
  ['certificate', 'Certificate of membership'],
  ['claim-support', 'Evidence for a claim'],
  ['correspondence', 'Letter about the yearly talks'],
] as const

const stages = [
  'approved',
  'approved',
  'submit_approval',
  'new',
  'approved',
  'rejected',
  'submit_approval',
  'Issue Resolution',
]
const count = 34

/** Documents of contracts in every state of approval, the workflows they go through, and what helps to read sales data. */
export function makeDocuments(
  masters: DemoMasters,
  people: readonly DemoPeople[],
  seed: number,
): Readonly<Record<string, readonly Row[]>> {
  const random = createRandom(seed + 77)
  const author = people[0]!.email
  const decider = people.find(({ role }) => role === 'ADMINISTRATOR')?.email ?? author
  const documents = Array.from({ length: count }, (_, index): Row => {
    const [document_type, words] = kinds[index % kinds.length]!
    const customer = masters.customers[index % 20]!
    const status = stages[index % stages.length]!
    const month = String(1 + (index % 10)).padStart(2, '0')
    const isDecided = ['approved', 'rejected', 'Issue Resolution'].includes(status)
    return {
      document_id: `DOC-${String(index + 1).padStart(6, '0')}`,
      title: `${words}, ${String(customer['customer_name'])}`.slice(0, 160),
      document_type,
      application_type: 'Customer Rebate',
      contract: contractNumber(index % 20),
      customer_number: customer['customer_number'],
      amount: String(random.whole(5, 900) * 100),
      currency: 'EUR',
      version: String(1 + (index % 3)),
      document_date: `2026-${month}-${String(random.whole(1, 28)).padStart(2, '0')}`,
      valid_from: '2026-01-01',
      valid_to: index % 5 === 0 ? '2026-12-31' : '2027-12-31',
      responsible: author,
      approval_status: status,
      waiting_for: status === 'submit_approval' ? 'Administrator' : null,
      approval_level: status === 'submit_approval' ? 1 : null,
      submitted_by: status === 'new' ? null : author,
      submitted_at: status === 'new' ? null : `2026-${month}-28T09:15:00.000Z`,
      decided_by: isDecided ? decider : null,
      decided_at: isDecided ? `2026-${month}-28T14:40:00.000Z` : null,
      approval_note:
        status === 'rejected'
          ? 'The signed copy is missing.'
          : status === 'Issue Resolution'
            ? 'Which version do both sides have?'
            : null,
    }
  })
  return {
    document: documents,
    'approval-workflow': workflows,
    'workflow-assignment': assignments,
    'sales-data-map': maps,
    'sales-data-attribute-map': [
      {
        attribute: 'ship_to_country',
        source_field: 'country',
        description: 'Where the goods went',
        status: 'active',
      },
    ],
    'helpdesk-video': videos,
  }
}

const step = (level: number, approver_role: string, amount_from = '0') => ({
  level,
  approver_type: 'role',
  approver_role,
  amount_from,
})

const workflows: readonly Row[] = [
  {
    workflow_name: 'Documents of contracts',
    description: 'Administration signs; no amount is too small',
    functionality: 'document',
    currency: 'EUR',
    steps: [step(1, 'ADMINISTRATOR')],
    status: 'active',
  },
  {
    workflow_name: 'Large exceptions',
    description: 'From 50,000 EUR on the team and the administration',
    functionality: 'exception',
    currency: 'EUR',
    steps: [step(1, 'ANALYST', '50000'), step(2, 'ADMINISTRATOR', '50000')],
    status: 'inactive',
  },
]

const assignments: readonly Row[] = [
  {
    assignment_code: 'DOCUMENTS',
    functionality: 'document',
    workflow: 'Documents of contracts',
    amount_from: '0',
    priority: 100,
    status: 'active',
    valid_from: '2024-01-01',
  },
]

const maps: readonly Row[] = [
  ['NET', 'amount', 'net_value'],
  ['PIECES', 'quantity', 'quantity'],
].map(([sales_basis, basis_part, source_field]) => ({
  sales_basis,
  basis_part,
  source_field,
  factor: '1',
  status: 'active',
}))

const videos: readonly Row[] = [
  ['tour', 'A tour of lists, records and search', 'getting-started', '4.5'],
  ['first-upload', 'From a file to records: an upload step by step', 'uploads', '6'],
  ['contract-to-payment', 'From a contract to its payment', 'contracts', '8.5'],
].map(([code, video_title, topic, minutes], index) => ({
  code,
  video_title,
  topic,
  minutes,
  description: null,
  url: `https://videos.example.com/tierline/${String(code)}`,
  language: 'en',
  position: (index + 1) * 10,
  status: 'published',
}))
