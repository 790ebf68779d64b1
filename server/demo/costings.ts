import { costingFigures } from '../promotions/costing-figures.ts'
import type { DemoMasters, Row } from './masters.ts'
import type { Random } from './random.ts'

interface Plan {
  readonly promotion: string
  readonly what: string
  readonly scenario: string
  /** The offer over the list price, and how much more it sells. */
  readonly price: number
  readonly uplift: number
  readonly advertising: number
  readonly status: string
  readonly from: string
  readonly to: string
}

const plans: readonly Plan[] = [
  ['CHRISTMAS-26', 'Christmas offer', 'Price cut', 0.88, 1.7, 4200, 'approved', '2026-12-01', '2026-12-24'],
  ['CHRISTMAS-26', 'Christmas offer', 'Displays only', 1, 1.25, 6800, 'rejected', '2026-12-01', '2026-12-24'],
  ['NEW-YEAR-27', 'New year stocking', 'Two for less', 0.92, 1.9, 1500, 'approved', '2027-01-04', '2027-01-31'],
  ['SPRING-27', 'Spring cleaning', 'Price cut', 0.85, 2.1, 5200, 'submit_approval', '2027-03-01', '2027-03-31'],
  [
    'SPRING-27',
    'Spring cleaning',
    'Price cut, no leaflet',
    0.85,
    1.4,
    600,
    'submit_approval',
    '2027-03-01',
    '2027-03-31',
  ],
  ['SPRING-27', 'Spring cleaning', 'Deep cut', 0.72, 2.4, 5200, 'new', '2027-03-01', '2027-03-31'],
  ['EASTER-27', 'Easter week', 'Displays', 0.95, 1.6, 3900, 'submit_approval', '2027-03-22', '2027-04-03'],
  [
    'LAUNCH-27',
    'Launch of the new range',
    'Introductory price',
    0.8,
    3.2,
    9500,
    'Issue Resolution',
    '2027-05-01',
    '2027-06-30',
  ],
  ['SUMMER-27', 'Summer hygiene', 'Price cut', 0.9, 1.5, 2600, 'new', '2027-07-01', '2027-08-15'],
].map(([promotion, what, scenario, price, uplift, advertising, status, from, to]) => ({
  promotion: String(promotion),
  what: String(what),
  scenario: String(scenario),
  price: Number(price),
  uplift: Number(uplift),
  advertising: Number(advertising),
  status: String(status),
  from: String(from),
  to: String(to),
}))

const notes: Readonly<Record<string, string>> = {
  rejected: 'Displays alone did not pay last year either.',
  'Issue Resolution': 'What does the supplier add? Attach the agreement.',
}

/** Costings of promotions in every state, alternatives of one promotion among them. */
export function makeCostings(
  random: Random,
  masters: DemoMasters,
  people: readonly { readonly email: string; readonly role: string }[],
): Row[] {
  const author = people[0]!
  const decider = people.find(({ role }) => role === 'ADMINISTRATOR') ?? author
  const priced = masters.materials.filter((material) => Number(material['list_price']) > 0)
  return plans.map((plan, index) => {
    const lines = Array.from({ length: 3 + (index % 3) }, (_, at) => {
      const material = priced[(index * 7 + at * 11) % priced.length]!
      const list = Number(material['list_price'])
      const baseline = random.whole(4, 40) * 25
      return {
        material_number: material['material_number'],
        baseline_quantity: String(baseline),
        planned_quantity: String(Math.round(baseline * plan.uplift)),
        list_price: list.toFixed(2),
        promotional_price: (list * plan.price).toFixed(2),
        unit_cost: (Number(material['standard_cost'] ?? 0) || list * 0.55).toFixed(2),
        funding: at === 0 ? (list * 0.04).toFixed(2) : null,
      }
    })
    const fixed = {
      advertising: plan.advertising.toFixed(2),
      display: index % 2 === 0 ? '850.00' : null,
      logistics: '240.00',
    }
    const isSubmitted = plan.status !== 'new'
    const isDecided = isSubmitted && plan.status !== 'submit_approval'
    const day = String(3 + index).padStart(2, '0')
    return {
      costing_number: `CO-${String(index + 1).padStart(6, '0')}`,
      description: `${plan.what}: ${plan.scenario.toLowerCase()}`,
      promotion: plan.promotion,
      scenario: plan.scenario,
      customer_number: index % 4 === 3 ? null : masters.customers[index % 6]!['customer_number'],
      valid_from: plan.from,
      valid_to: plan.to,
      currency: 'EUR',
      lines,
      ...fixed,
      ...costingFigures(lines, Object.values(fixed)),
      requested_by: masters.employees[index % masters.employees.length]!['employee_number'],
      justification: 'The talks with the buyer ended here; last year the same weeks sold well.',
      approval_status: plan.status,
      waiting_for: plan.status === 'submit_approval' ? 'Rebate team' : null,
      approval_level: plan.status === 'submit_approval' ? 1 : null,
      submitted_by: isSubmitted ? (index % 2 === 0 ? author.email : decider.email) : null,
      submitted_at: isSubmitted ? `2026-11-${day}T08:30:00.000Z` : null,
      decided_by: isDecided ? decider.email : null,
      decided_at: isDecided ? `2026-11-${day}T15:10:00.000Z` : null,
      approval_note: notes[plan.status] ?? null,
    }
  })
}
