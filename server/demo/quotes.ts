import type { Screen } from '#src/definition'
import { quoteFigures } from '#server/pricing/quote-figures.ts'
import { readProcedure } from '#server/pricing/read-procedure.ts'
import type { Tx } from '#server/store/database.ts'
import { insertRows } from './insert-rows.ts'
import type { DemoMasters, Row } from './masters.ts'

interface QuotePlan {
  readonly what: string
  readonly procedure: string
  readonly discount: string | null
  readonly state: string
  readonly approval: string
  readonly day: string
}

const plans: readonly QuotePlan[] = [
  ['Spring listing', 'STANDARD', '3', 'won', 'approved', '2026-08-11'],
  ['Hygiene for the wards', 'TENDER', null, 'sent', 'approved', '2026-10-19'],
  ['Opening order of the new branch', 'STANDARD', '5', 'lost', 'approved', '2026-09-02'],
  ['Canteen supply 2027', 'STANDARD', '2', 'sent', 'approved', '2026-10-26'],
  ['Container to the islands', 'EXPORT', null, 'open', 'submit_approval', '2026-10-28'],
  ['Machines with service', 'STANDARD', '8', 'open', 'submit_approval', '2026-10-29'],
  ['Autumn order', 'STANDARD', '12', 'open', 'new', '2026-11-02'],
  ['Paper, yearly need', 'STANDARD', null, 'open', 'Issue Resolution', '2026-10-30'],
  ['Trial order', 'STANDARD', null, 'open', 'new', '2026-11-02'],
].map(([what, procedure, discount, state, approval, day]) => ({
  what: String(what),
  procedure: String(procedure),
  discount: discount ?? null,
  state: String(state),
  approval: String(approval),
  day: String(day),
}))

const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

interface QuotePeople {
  readonly organizationId: number
  readonly userId: number
  readonly author: string
  readonly decider: string
}

/** Quotes in every state, priced by their procedures. */
export async function loadQuotes(
  tx: Tx,
  screens: readonly Screen[],
  masters: DemoMasters,
  { organizationId, userId, author, decider }: QuotePeople,
): Promise<void> {
  const rows: Row[] = []
  const inCases = new Set(masters.units.flatMap((one) => (one['uom'] === 'CS' ? [String(one['material_number'])] : [])))
  for (const [index, plan] of plans.entries()) {
    const customer = masters.customers[(index * 5 + 2) % masters.customers.length]!
    const isProspect = plan.what === 'Trial order'
    const lines = Array.from({ length: 3 + (index % 4) }, (_, at) => {
      const material = String(masters.materials[(index * 9 + at * 4) % masters.materials.length]!['material_number'])
      const isInCases = plan.what === 'Canteen supply 2027' && inCases.has(material)
      return {
        line: (at + 1) * 10,
        material_number: material,
        quantity: isInCases ? '10' : String([24, 120, 12, 6, 48][(index + at) % 5]!),
        uom: isInCases ? 'CS' : null,
        discount_percent: at === 1 ? '4' : null,
        agreed_price: null,
      }
    })
    const quote = {
      customer_number: isProspect ? null : String(customer['customer_number']),
      currency: 'EUR',
      price_date: plan.day,
      discount_percent: plan.discount,
      lines,
    }
    const procedure = (await readProcedure(tx, organizationId, { formula_procedure: plan.procedure }))!
    const isSubmitted = plan.approval !== 'new'
    const isDecided = isSubmitted && plan.approval !== 'submit_approval'
    rows.push({
      quote_number: `QU-${String(index + 1).padStart(6, '0')}`,
      quote_version: 1,
      description: plan.what,
      prospect: isProspect ? 'Gasthof Linde, Murnau' : null,
      contact_person: customer['contact_person'],
      valid_to: later(plan.day, 45),
      formula_procedure: plan.procedure,
      payment_terms: customer['payment_terms'],
      delivery_terms: plan.procedure === 'EXPORT' ? 'CIF Palma' : 'DAP',
      sales_employee: customer['sales_employee'],
      quote_status: plan.state,
      lost_reason: plan.state === 'lost' ? 'A competitor was six percent cheaper' : null,
      ...quote,
      ...(await quoteFigures(tx, organizationId, quote, procedure, '18')),
      terms_text: 'Prices are net of value added tax. Delivery within ten working days after the order.',
      approval_status: plan.approval,
      waiting_for: plan.approval === 'submit_approval' ? 'Rebate team' : null,
      approval_level: plan.approval === 'submit_approval' ? 1 : null,
      submitted_by: isSubmitted ? (index % 2 === 0 ? author : decider) : null,
      submitted_at: isSubmitted ? `${plan.day}T09:10:00.000Z` : null,
      decided_by: isDecided ? decider : null,
      decided_at: isDecided ? `${plan.day}T14:40:00.000Z` : null,
      approval_note: plan.approval === 'Issue Resolution' ? 'Is the yearly quantity agreed in writing?' : null,
    })
  }
  const screen = screens.find(({ name }) => name === 'comprehensive-quote')
  if (screen) await insertRows(tx, screen, organizationId, userId, rows)
}
