import { demoAttributes } from './attributes.ts'
import { makeBills } from './bills.ts'
import { randomBytes } from 'node:crypto'
import type { Screen } from '#src/definition'
import { hashPassword } from '#server/session/passwords.ts'
import {
  createOrganizationIn,
  createUserIn,
  type NewOrganization,
  type NewRole,
  startingRoles,
} from '#server/session/seed.ts'
import type { EligibilityRule } from '#server/engine/eligibility/rule-sql.ts'
import { countMatches } from '#server/engine/eligibility/counts.ts'
import type { Database, Tx } from '#server/store/database.ts'
import { id, sql } from '#server/store/sql.ts'
import { makeCustomerStatistics } from './customer-statistics.ts'
import { makeConfiguration } from './configuration.ts'
import { loadBatchJobs } from './batch-jobs.ts'
import { approveDemo, requestDemo } from './approved-postings.ts'
import { makeApprovals } from './approvals.ts'
import { loadChats } from './chats.ts'
import { loadClaims } from './claims.ts'
import { loadContractLife } from './contract-life.ts'
import { makeContracts, postDemo } from './contracts.ts'
import { makeDashboards } from './dashboards.ts'
import { makeDocuments } from './documents.ts'
import { changeFields } from './field-changes.ts'
import { computeDemo, makeForecasting } from './forecasting.ts'
import { makeFiscal } from './fiscal.ts'
import { insertHistory } from './history.ts'
import { insertRows } from './insert-rows.ts'
import { makeMarket } from './market.ts'
import { makeMasters } from './masters.ts'
import { makeMembership } from './membership.ts'
import { createRandom } from './random.ts'
import { makePriceRequests } from './price-requests.ts'
import { aggregateDemo, makeProfit } from './profit.ts'
import { makePlanning, spreadDemo } from './planning.ts'
import { makeQueries } from './queries.ts'
import { makePrices } from './prices.ts'
import { makeOtherNumbers } from './other-numbers.ts'
import { pastCostings } from './past-promotions.ts'
import { loadPayments } from './payments.ts'
import { makePriceTests } from './price-tests.ts'
import { makePricing } from './pricing.ts'
import { loadQuotes } from './quotes.ts'
import { loadScenarios } from './promotion-scenarios.ts'
import { makePromotions } from './promotions.ts'
import { makeSales } from './sales.ts'
import { makeSqlQueries } from './sql-queries.ts'
import { makeStaged } from './staged.ts'
import { makeStructure } from './structure.ts'
import type { DemoSignIn } from './sign-ins.ts'
import { loadStatements } from './statements.ts'

interface DemoPerson {
  readonly email: string
  readonly name: string
  readonly role: string
  readonly does: string
}

interface DemoOrganization {
  readonly organization: NewOrganization
  readonly people: readonly DemoPerson[]
  readonly seed: number
  readonly customers: number
  readonly salesLines: number
}

// Sees promotions and nothing else: in their colours.
const planner: NewRole = {
  code: 'PLANNER',
  name: 'Promotions planner',
  permissions: [
    'promotions.*',
    'masters.read',
    'masters.cost',
    'forecasting.*',
    'transactions.read',
    'results.read',
    'uploads.*',
  ],
  authorizedApps: ['Promotions'],
}

const demo: readonly DemoOrganization[] = [
  {
    organization: {
      code: 'NORTHGATE',
      name: 'Northgate Trading',
      globalFont: 'IBM Plex Sans',
      operatesPlatform: true,
      roles: [...startingRoles, planner],
    },
    people: [
      {
        email: 'anna.meyer@northgate.example',
        name: 'Anna Meyer',
        role: 'ANALYST',
        does: 'Rebate analyst, Northgate Trading',
      },
      {
        email: 'admin@northgate.example',
        name: 'Robin Hale',
        role: 'ADMINISTRATOR',
        does: 'Administrator, Northgate Trading',
      },
      { email: 'lee.carter@northgate.example', name: 'Lee Carter', role: 'READER', does: 'Reader, Northgate Trading' },
      {
        email: 'kim.larsen@northgate.example',
        name: 'Kim Larsen',
        role: 'PLANNER',
        does: 'Promotions planner, Northgate Trading',
      },
    ],
    seed: 20_261,
    customers: 420,
    salesLines: 40_000,
  },
  {
    organization: { code: 'SOUTHBANK', name: 'Southbank Supplies', globalFont: 'Inter' },
    people: [
      {
        email: 'admin@southbank.example',
        name: 'Sam Okafor',
        role: 'ADMINISTRATOR',
        does: 'Administrator, Southbank Supplies',
      },
    ],
    seed: 77,
    customers: 60,
    salesLines: 2000,
  },
]

// Typed by hand from a terminal: no characters that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const newPassword = (): string =>
  Array.from({ length: 4 }, () => Array.from(randomBytes(4), (byte) => alphabet[byte % alphabet.length]).join('')).join(
    '-',
  )

/**
 * Fills an empty database with two organisations, in one transaction; answers who can sign in, with passwords made for this
 * installation. `keep` writes those down before the transaction ends, so that no demo is left whose passwords nobody knows.
 */
export async function loadDemo(
  db: Database,
  screens: readonly Screen[],
  keep: (tx: Tx, signIns: readonly DemoSignIn[]) => Promise<void>,
): Promise<readonly DemoSignIn[]> {
  const people = demo.flatMap((one) => one.people)
  const passwords = new Map(people.map((person) => [person.email, newPassword()]))
  const hashes = new Map(
    await Promise.all(people.map(async ({ email }) => [email, await hashPassword(passwords.get(email)!)] as const)),
  )
  const signIns = people.map(({ email, does }) => ({ email, password: passwords.get(email)!, role: does }))
  await db.system(async (tx) => {
    for (const one of demo) await loadOrganization(db, tx, screens, one, hashes)
    await keep(tx, signIns)
  })
  return signIns
}

async function loadOrganization(
  db: Database,
  tx: Tx,
  screens: readonly Screen[],
  one: DemoOrganization,
  hashes: ReadonlyMap<string, string>,
): Promise<void> {
  const organizationId = await createOrganizationIn(tx, screens, one.organization)
  const userIds: number[] = []
  for (const person of one.people) {
    userIds.push(
      await createUserIn(
        tx,
        { organizationId, email: person.email, name: person.name, role: person.role },
        hashes.get(person.email),
      ),
    )
  }
  const random = createRandom(one.seed)
  const masters = makeMasters(random, one.customers)
  const sales = makeSales(random, masters, one.salesLines)
  const contracts = makeContracts(random, masters, sales)
  const administrator = one.people.find(({ role }) => role === 'ADMINISTRATOR')!.email
  // Those who work on what is made up below; the planner of promotions is about other things.
  const staff = one.people.filter(({ role }) => role !== planner.code)
  const approvals = makeApprovals(one.seed + 2, masters, staff)
  const tables = {
    ...demoAttributes,
    ...makeBills(masters),
    employee: masters.employees,
    supplier: masters.suppliers,
    customer: masters.customers,
    'customer-organization': masters.customerOrganizations,
    'customer-cross-reference': masters.customerReferences,
    material: masters.materials,
    'material-uom': masters.units,
    'sales-data': [...sales, ...makePriceTests(createRandom(one.seed + 20), masters)],
    // Behind the sales lines, so that these stay what they were.
    ...makeStructure(random, masters),
    ...makeMembership(one.seed + 1, masters),
    ...makeConfiguration(masters),
    'dashboard-config': makeDashboards(),
    ...makeOtherNumbers(masters),
    ...approvals,
    costing: [
      ...(approvals['costing'] ?? []),
      ...pastCostings(masters, sales, { first: 101, decidedBy: administrator }),
    ],
    ...contracts,
    ...makeDocuments(masters, staff, one.seed),
    ...makeFiscal(administrator),
    ...makeSqlQueries(administrator),
    ...makeStaged(masters),
    ...makeCustomerStatistics(one.seed + 31, masters),
    ...makeMarket(createRandom(one.seed + 3), masters, sales),
    ...makePlanning(one.seed + 9, masters),
    ...makeForecasting(one.seed + 10, masters, sales),
    ...makePricing(one.seed + 21, masters),
    ...makePriceRequests(masters, one.people),
    ...makeProfit(one.seed + 11, masters),
    ...makePromotions(masters),
    ...makePrices(one.seed + 11, masters, one.people),
  }
  for (const [name, rows] of Object.entries(tables)) {
    const screen = screens.find((candidate) => candidate.name === name)
    if (screen) await insertRows(tx, screen, organizationId, userIds[0]!, rows)
  }
  // Before anything is reckoned over them: without statistics the database would guess how much there is.
  for (const name of Object.keys(tables)) {
    const table = screens.find((screen) => screen.name === name)?.table
    if (table) await tx.query(sql`analyze ${id(table.name)}`)
  }
  await countRules(tx, screens, organizationId)
  await spreadDemo(tx, organizationId)
  await aggregateDemo(tx, { organizationId, userId: userIds[0]! })
  await computeDemo(tx, screens, { organizationId, userId: userIds[0]! })
  const decider = one.people.findIndex(({ role }) => role === 'ADMINISTRATOR')
  await loadBatchJobs(tx, screens, createRandom(one.seed + 1), organizationId, userIds[decider]!)
  const person = (at: number) => ({ id: userIds[at]!, email: one.people[at]!.email })
  const people = { organizationId, author: person(0), decider: person(decider) }
  await loadContractLife(tx, screens, organizationId, contracts['contract'] ?? [], people)
  await postDemo(tx, screens, organizationId, userIds[0]!)
  const distributor = await loadClaims(tx, screens, createRandom(one.seed + 7), masters, organizationId, userIds[0]!)
  await approveDemo(tx, people)
  const quoting = { organizationId, userId: userIds[0]!, author: person(0).email, decider: administrator }
  await loadQuotes(tx, screens, masters, quoting)
  await requestDemo(tx, screens, people)
  await loadPayments(tx, screens, createRandom(one.seed + 3), organizationId, person(decider))
  if (distributor) await loadStatements(tx, screens, masters, distributor, { organizationId, userId: userIds[0]! })
  const planning = one.people.findIndex(({ role }) => role === planner.code)
  if (planning >= 0)
    await loadScenarios(tx, screens, { organizationId, planner: person(planning), decider: person(decider) })
  await insertHistory(tx, screens, organizationId, userIds.slice(0, staff.length))
  await changeFields(db, tx, screens, { organizationId, author: person(decider) })
  await makeQueries(tx, organizationId, { analyst: userIds[0]!, administrator: userIds[decider]! })
  await loadChats(
    tx,
    organizationId,
    one.people.map(({ email, role }, at) => ({ id: userIds[at]!, email, role })),
  )
  await tx.query(sql`analyze financial_posting`)
}

/** Rules of eligibility are counted when they are saved; these came past the form. */
async function countRules(tx: Tx, screens: readonly Screen[], organizationId: number): Promise<void> {
  const rules = await tx.query<EligibilityRule & { readonly id: number }>(sql`
    select t.id, t.data_source_type, t.mode, t.group_no, t.attribute, t.operator, t.values from universal_eligibility_rule t where t.organization_id = ${organizationId}`)
  for (const rule of rules) {
    const {
      customers,
      materials,
      sales_lines: lines,
    } = await countMatches({ tx, caller: { organizationId }, screens }, rule)
    await tx.query(sql`
      update universal_eligibility_rule t set matched_customers = ${customers}, matched_materials = ${materials}, matched_lines = ${lines}, counted_at = now()
       where t.organization_id = ${organizationId} and t.id = ${rule.id}`)
  }
}
