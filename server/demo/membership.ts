import type { DemoMasters, Row } from './masters.ts'
import { createRandom, type Random } from './random.ts'
import { companyNames, firstNames, productLines, tradeClasses } from './words.ts'

const owners: readonly (readonly [
  id: string,
  name: string,
  type: string,
  parent: string | null,
  fee: string | null,
])[] = [
  ['ALLIANCE', 'Alliance Purchasing Europe', 'gpo', null, '2.5'],
  ['ALLIANCE-N', 'Alliance Purchasing North', 'gpo', 'ALLIANCE', '2.5'],
  ['ALLIANCE-S', 'Alliance Purchasing South', 'gpo', 'ALLIANCE', '2.5'],
  ['MEDCOOP', 'MedCoop Hospital Cooperative', 'cooperative', null, '1.75'],
  ['GASTRO', 'Gastro Einkaufsring', 'buying_group', null, '1.2'],
  ['CITYNET', 'CityNet Clinics', 'idn', null, null],
  ['APOTHEK', 'Apotheken-Verbund', 'buying_group', null, '1'],
  ['TRADEPART', 'Trade Partners Group', 'buying_group', null, '0.8'],
]

const members = new Set(owners.filter(([id]) => id !== 'ALLIANCE').map(([id]) => id))
const tiers = ['1', '2', '3'] as const
const day = (year: number, month: number, date = 1): string =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)

function ownerRows(random: Random, masters: DemoMasters): Row[] {
  return owners.map(([owner_id, owner_name, membership_type, parent_owner, fee], index) => {
    const paid = masters.customers[index]
    return {
      owner_id,
      owner_name,
      short_name: owner_id,
      membership_type,
      parent_owner,
      class_of_trade: membership_type === 'cooperative' || membership_type === 'idn' ? 'Hospital' : null,
      status: 'active',
      valid_from: '2022-01-01',
      valid_to: index % 3 === 2 ? day(2027, 3, 31) : null,
      agreement_number: `AG-${2200 + index}`,
      account_manager: random.pick(masters.employees)['employee_number'],
      customer_number: paid?.['customer_number'],
      admin_fee: fee,
      fee_basis: fee === null ? null : 'contract_sales',
      fee_frequency: fee === null ? null : 'quarter',
      currency: 'EUR',
      exclusive: membership_type === 'gpo',
      roster_source: random.pick(['file', 'edi', 'portal']),
      roster_frequency: 'month',
      roster_contact: `roster@${owner_id.toLowerCase()}.example`,
      last_roster_date: day(2026, random.whole(8, 11), random.whole(1, 20)),
      grace_days: 30,
      street: paid?.['street'],
      city: paid?.['city'],
      region: paid?.['region'],
      postal_code: paid?.['postal_code'],
      country: paid?.['country'],
      contact_person: `${random.pick(firstNames)} ${random.pick(companyNames)}`,
      email: `contact@${owner_id.toLowerCase()}.example`,
    }
  })
}

function reportedAs(random: Random, customer: Row): Row {
  const { customer_name: name, street, city, region, postal_code, country, gln } = customer
  // Owners write names their own way, and know some addresses from before.
  const written = random.chance(0.2)
    ? String(name).toUpperCase()
    : random.chance(0.1)
      ? `${String(name)} Zentrale`
      : name
  return {
    member_name: written,
    street: random.chance(0.12) ? 'Bahnhofstraße 3' : street,
    city,
    region,
    postal_code,
    country,
    gln,
    class_of_trade: random.chance(0.8) ? (customer['class_of_trade'] ?? random.pick(tradeClasses)) : null,
  }
}

function roster(random: Random, masters: DemoMasters): Row[] {
  const ids = [...members]
  return masters.customers.flatMap((customer, index) => {
    if (index % 5 === 4) return []
    const [first, second] = [ids[index % ids.length]!, ids[(index + 3) % ids.length]!]
    const same = reportedAs(random, customer)
    const line = (owner_id: string, valid_from: string, valid_to: string | null, more: Row = {}): Row => ({
      ...same,
      owner_id,
      member_number: customer['customer_number'],
      member_id: `${owner_id.slice(0, 3)}-${10_000 + index}`,
      valid_from,
      valid_to,
      member_class: random.pick(['member', 'member', 'member', 'shareholder', 'affiliate']),
      tier: random.pick(tiers),
      is_primary: false,
      status: 'active',
      source: 'Roster 2026-10',
      ...more,
    })
    const since = day(random.whole(2022, 2024), random.whole(1, 12))
    const main = line(first, since, random.chance(0.12) ? day(2026, 12, 31) : null, {
      is_primary: true,
      declaration_date: since,
    })
    if (random.chance(0.25))
      return [
        line(second, day(2021, 1), day(2023, 12, 31), {
          status: 'terminated',
          termination_reason: 'moved',
          source: 'Roster 2023-12',
        }),
        main,
      ]
    if (random.chance(0.2)) return [main, line(second, day(2025, random.whole(1, 12)), null)]
    return random.chance(0.05) ? [main, line(second, day(2027, 1), null, { status: 'pending' })] : [main]
  })
}

const groupOwners = ['ALLIANCE-N', 'ALLIANCE-S', 'MEDCOOP', 'GASTRO', 'APOTHEK'] as const

/** The volume rebates of the demo are numbered from R26-001 on. */
export const contractNumber = (at: number): string => `R26-${String(at + 1).padStart(3, '0')}`

const groups: readonly Row[] = groupOwners.flatMap((owner_id, at) =>
  productLines.slice(0, 3).map(({ line }, index) => ({
    contract_group: `${owner_id}-${line
      .toUpperCase()
      .replaceAll(/[^A-Z]/g, '')
      .slice(0, 8)}`,
    description: `${line} for ${owner_id}`,
    owner_id,
    product_group: line.toUpperCase().slice(0, 30),
    status: 'active',
    valid_from: '2025-01-01',
    valid_to: index === 2 ? '2027-12-31' : null,
    activation_required: index !== 1,
    activation_days: index === 1 ? null : 30,
    default_tier: '1',
    currency: 'EUR',
    tiers: [
      { tier: '1', description: 'Entry', commitment: '0', volume_from: '0', discount: '2' },
      { tier: '2', description: 'Committed', commitment: '60', volume_from: '50000', discount: '4.5' },
      { tier: '3', description: 'Sole source', commitment: '90', volume_from: '200000', discount: '7' },
    ],
    contracts: [{ contract_number: contractNumber(at * 3 + index), priority: 1, valid_from: '2026-01-01' }],
  })),
)

const contracts: readonly Row[] = groups.map((group, index) => ({
  owner_id: group['owner_id'],
  contract_number: (group['contracts'] as Row[])[0]!['contract_number'],
  description: group['description'],
  application_type: 'Customer Rebate',
  contract_group: group['contract_group'],
  valid_from: '2025-01-01',
  valid_to: group['valid_to'],
  members: group['activation_required'] === true ? 'activated' : index % 2 === 0 ? 'all' : 'primary',
  tier: group['activation_required'] === true ? null : '1',
  priority: 1,
  status: 'active',
}))

function activations(random: Random, lines: readonly Row[]): Row[] {
  return lines
    .filter((line) => line['is_primary'] === true)
    .flatMap((line) =>
      groups
        .filter((group) => group['owner_id'] === line['owner_id'] && group['activation_required'] === true)
        .filter(() => random.chance(0.7))
        .map((group) => {
          const tier = random.pick(tiers)
          const since = day(2025, random.whole(1, 12))
          return {
            contract_group: group['contract_group'],
            member_number: line['member_number'],
            tier,
            valid_from: since,
            valid_to: random.chance(0.1) ? '2026-12-31' : null,
            activation_type: tier === '1' ? 'automatic' : 'commitment',
            commitment: tier === '1' ? null : tier === '2' ? '60' : '90',
            requested_on: since,
            signed_on: tier === '1' ? null : since,
            status: random.chance(0.06) ? 'requested' : 'active',
          }
        }),
    )
}

/** Two mass updates: one that ended memberships, with its lines, and one that is being prepared. */
function massUpdates(lines: readonly Row[]): Readonly<Record<string, readonly Row[]>> {
  const ended = lines.filter((line) => line['valid_to'] === '2026-12-31').slice(0, 24)
  const words = (line: Row, to: string | null) =>
    `${String(line['owner_id'])}, tier ${String(line['tier'])}, ${String(line['member_class'])}, ${to === null ? `from ${String(line['valid_from'])} on` : `${String(line['valid_from'])} to ${to}`}`
  const counted = { matched: ended.length, changes: ended.length, conflicts: 0, unchanged: 0 }
  return {
    'mass-membership-update': [
      {
        run_number: 'MU-000001',
        description: 'Members that gave notice for the end of the year',
        status: 'done',
        action: 'end',
        effective_on: '2026-12-31',
        termination_reason: 'left',
        ...counted,
        processed: ended.length,
        done: ended.length,
        failed: 0,
        previewed_at: '2026-10-12T08:05:00.000Z',
        started_at: '2026-10-12T08:09:00.000Z',
        finished_at: '2026-10-12T08:09:04.000Z',
      },
      {
        run_number: 'MU-000002',
        description: 'Clinics of the north to the cooperative',
        status: 'draft',
        owner_id: 'ALLIANCE-N',
        class_of_trade: 'Hospital',
        action: 'move',
        to_owner: 'MEDCOOP',
        effective_on: '2027-01-01',
      },
    ],
    'mass-membership-line': ended.map((line, index) => ({
      run_number: 'MU-000001',
      line: index + 1,
      owner_id: line['owner_id'],
      member_number: line['member_number'],
      outcome: 'done',
      state_before: words(line, null),
      state_after: words(line, '2026-12-31'),
    })),
  }
}

/** Owners, their rosters, contract groups and activations; by screen, parents before parts. From a seed of its own, so that the other demo data stays what it is. */
export function makeMembership(seed: number, masters: DemoMasters): Readonly<Record<string, readonly Row[]>> {
  const random = createRandom(seed)
  const lines = roster(random, masters)
  return {
    membership: ownerRows(random, masters),
    'membership-roster': lines,
    'membership-contract-group': groups,
    'membership-contract': contracts,
    'membership-tier-activation': activations(random, lines),
    ...massUpdates(lines),
  }
}
