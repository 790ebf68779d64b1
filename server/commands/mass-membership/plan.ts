import type { Screen } from '#src/definition'
import type { Row } from '../../engine/page.ts'

/** A mass update as it was entered: which memberships, and what becomes of them. */
export type MassUpdate = Row & { readonly run_number: string; readonly action: string; readonly effective_on: string }

/** One write that a mass update does for a membership; without an id a new record is made. */
export interface PlannedWrite {
  readonly screen: 'membership-roster' | 'membership-tier-activation'
  readonly id: number | null
  readonly values: Readonly<Record<string, unknown>>
}

/** What a mass update does about one membership, or why nothing is to be done. */
export type Plan = { readonly writes: readonly PlannedWrite[]; readonly after: string } | { readonly stays: string }

type Values = Readonly<Record<string, unknown>>

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The day before a day. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

/** A membership in words: "ALPHA, tier 2, member, 2024-01-01 to 2026-12-31". */
export function inWords(row: Values): string {
  const to = textOf(row['valid_to'])
  const tier = textOf(row['tier'])
  return [
    String(row['owner_id'] ?? row['contract_group']),
    ...(tier === null ? [] : [`tier ${tier}`]),
    ...(row['member_class'] ? [String(row['member_class'])] : []),
    to === null ? `from ${String(row['valid_from'])} on` : `${String(row['valid_from'])} to ${to}`,
  ].join(', ')
}

const joined = (...rows: readonly Values[]): string => rows.map(inWords).join(' | ')

/** Everything of a membership that a new one takes over. */
function copyOf(row: Row, roster: Screen): Record<string, unknown> {
  const names = roster.fields.filter((field) => !field.readOnly && !field.storage.key).map(({ name }) => name)
  return Object.fromEntries(names.filter((name) => row[name] !== null).map((name) => [name, row[name]]))
}

const endedValues = (lastDay: string, today: string, reason: string): Record<string, unknown> =>
  lastDay < today ? { valid_to: lastDay, status: 'terminated', termination_reason: reason } : { valid_to: lastDay }

interface Context {
  readonly roster: Screen
  readonly today: string
}

/** Changes a membership from a day on: in place when it begins then or later, else it ends the day before and a new one begins. */
function changedFrom(row: Row, day: string, change: Values, { roster, today }: Context, reason: string): Plan {
  if (String(row['valid_from']) >= day)
    return {
      writes: [{ screen: 'membership-roster', id: row.id, values: change }],
      after: joined({ ...row, ...change }),
    }
  const ended = endedValues(dayBefore(day), today, reason)
  const next = { ...copyOf(row, roster), ...change, valid_from: day, valid_to: row['valid_to'] }
  return {
    writes: [
      { screen: 'membership-roster', id: row.id, values: ended },
      { screen: 'membership-roster', id: null, values: next },
    ],
    after: joined({ ...row, ...ended }, next),
  }
}

const plans: Readonly<Record<string, (update: MassUpdate, row: Row, context: Context) => Plan>> = {
  end: (update, row, { today }) => {
    const lastDay = update.effective_on
    const ends = textOf(row['valid_to'])
    if (ends !== null && ends <= lastDay) return { stays: `It ends on ${ends} already` }
    const ended = endedValues(lastDay, today, textOf(update['termination_reason']) ?? 'left')
    return { writes: [{ screen: 'membership-roster', id: row.id, values: ended }], after: joined({ ...row, ...ended }) }
  },
  move: (update, row, context) => {
    const owner = String(update['to_owner'])
    if (row['owner_id'] === owner) return { stays: 'It belongs to this owner already' }
    const tier = textOf(update['new_tier'])
    // The number belongs to the owner who gave it.
    const change = { owner_id: owner, member_id: null, ...(tier === null ? {} : { tier }) }
    return changedFrom(row, update.effective_on, change, context, 'moved')
  },
  tier: (update, row, context) => {
    const [tier, memberClass] = [textOf(update['new_tier']), textOf(update['new_class'])]
    const change = {
      ...(tier === null || tier === row['tier'] ? {} : { tier }),
      ...(memberClass === null || memberClass === row['member_class'] ? {} : { member_class: memberClass }),
    }
    if (Object.keys(change).length === 0) return { stays: 'It has this tier and class already' }
    return changedFrom(row, update.effective_on, change, context, 'roster')
  },
  group: (update, row) => {
    // It counts while the member belongs to the owner, and no longer.
    const [since, until] = [String(row['valid_from']), textOf(row['valid_to'])]
    const values = {
      contract_group: update['contract_group'],
      member_number: row['member_number'],
      tier: textOf(update['new_tier']) ?? textOf(row['tier']) ?? '1',
      valid_from: since > update.effective_on ? since : update.effective_on,
      valid_to: until,
      activation_type: 'manual',
      status: 'active',
    }
    const clipped = until === null ? '' : ', as long as the membership'
    return {
      writes: [{ screen: 'membership-tier-activation', id: null, values }],
      after: `${joined(values)}${clipped}`,
    }
  },
  copy: (update, row, { roster }) => {
    const owner = String(update['to_owner'])
    if (row['owner_id'] === owner) return { stays: 'It belongs to this owner already' }
    const tier = textOf(update['new_tier'])
    const values = {
      ...copyOf(row, roster),
      owner_id: owner,
      member_id: null,
      is_primary: false,
      valid_from: update.effective_on,
      valid_to: row['valid_to'],
      ...(tier === null ? {} : { tier }),
    }
    return { writes: [{ screen: 'membership-roster', id: null, values }], after: joined(row, values) }
  },
}

/** What a mass update would do about a membership. */
export function planFor(update: MassUpdate, row: Row, context: Context): Plan {
  const ends = textOf(row['valid_to'])
  if (update.action !== 'end' && ends !== null && ends < update.effective_on)
    return { stays: `It ends on ${ends}, before that day` }
  const plan = plans[update.action]
  if (!plan) throw new Error(`There is no mass update ${update.action}`)
  return plan(update, row, context)
}
