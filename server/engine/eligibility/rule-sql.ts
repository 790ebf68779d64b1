import { fieldDisplays, type Condition, type Field, type Screen } from '#src/definition'
import { plainText } from '#src/definition/field-types/field-type.ts'
import type { Issue } from '../../errors.ts'
import { id, join, sql, type Sql } from '../../store/sql.ts'
import { conditionSql } from '../condition-sql.ts'
import { today } from '../list.ts'
import { countedActivationsSql, rosterCounts } from './membership-sql.ts'

/** One rule of eligibility: an attribute of customer, material or sales line, and the values of which one has to fit. */
export interface EligibilityRule {
  readonly mode: 'include' | 'exclude'
  readonly group_no: number
  readonly attribute: string
  readonly operator: string
  readonly values: readonly { readonly value: string; readonly value_to?: string | null }[]
}

export type RuleSource = 'customer' | 'material' | 'sales-data' | 'membership'

interface Target {
  readonly source: RuleSource
  readonly screen: Screen
  readonly field: Field
}

const sources: ReadonlySet<string> = new Set(['customer', 'material', 'sales-data'])

interface Membership {
  readonly screen: string
  readonly field: string
  readonly counts: Sql
  /** What says so where it is not the records of the screen alone. */
  readonly rows?: (organizationId: number) => Sql
}

// What a customer belongs to on the day of a line: the records `a` that say so, those of them that count, and their field.
const memberships: Readonly<Record<string, Membership>> = {
  'membership.owner_id': { screen: 'membership-roster', field: 'owner_id', counts: rosterCounts('a') },
  'membership.primary_owner': {
    screen: 'membership-roster',
    field: 'owner_id',
    counts: sql`a.is_primary and ${rosterCounts('a')}`,
  },
  'membership.contract_group': {
    screen: 'membership-tier-activation',
    field: 'contract_group',
    rows: countedActivationsSql,
    counts: sql`true`,
  },
}

/** What a rule's attribute names; null for an attribute that is none. */
export function targetOf(attribute: unknown, screens: readonly Screen[]): Target | null {
  const membership = memberships[String(attribute)]
  if (membership) {
    const screen = screens.find((one) => one.name === membership.screen)
    const field = screen?.fields.find((one) => one.name === membership.field)
    return screen && field ? { source: 'membership', screen, field } : null
  }
  const [source = '', name = ''] = String(attribute).split('.')
  const screen = sources.has(source) ? screens.find((one) => one.name === source) : undefined
  const field = screen?.fields.find((one) => one.name === name)
  return screen && field ? { source: source as RuleSource, screen, field } : null
}

const hierarchies: Readonly<Record<string, { readonly table: string; readonly key: string; readonly parent: string }>> =
  {
    'customer.customer_number': { table: 'customer', key: 'customer_number', parent: 'parent_customer' },
    'membership.owner_id': { table: 'membership', key: 'owner_id', parent: 'parent_owner' },
    'membership.primary_owner': { table: 'membership', key: 'owner_id', parent: 'parent_owner' },
    'sales-data.territory': { table: 'territory', key: 'territory', parent: 'parent_territory' },
  }

/** Whether everything below a value can be meant. */
export const hasHierarchy = (attribute: unknown): boolean => String(attribute) in hierarchies

/** What is wrong with the operator and values of a rule, at their places. */
export function ruleIssues(rule: EligibilityRule, screens: readonly Screen[]): Issue[] {
  const target = targetOf(rule.attribute, screens)
  if (!target) return [{ path: ['attribute'], code: 'unknown', message: 'There is no such attribute' }]
  const { field } = target
  if (rule.values.length === 0) return [{ path: ['values'], code: 'required', message: 'Name at least one value' }]
  if (rule.operator === 'under')
    return hasHierarchy(rule.attribute)
      ? []
      : [
          {
            path: ['operator'],
            code: 'invalid',
            message: `${field.label} has no hierarchy: customers by number, owners of memberships and territories have one`,
          },
        ]
  const isText = ['text', 'longText', 'reference', 'choice'].includes(field.type)
  if (rule.operator === 'like' && !isText)
    return [{ path: ['operator'], code: 'invalid', message: `${field.label} is no text: use is one of, or is between` }]
  return rule.values.flatMap((row, at): Issue[] => {
    const read = (text: unknown, name: string): Issue[] => {
      const parsed = fieldDisplays[field.type].parseText(String(text), field, plainText)
      return parsed.ok ? [] : [{ path: ['values', at, name], code: 'invalid', message: parsed.reason }]
    }
    if (rule.operator !== 'between') return rule.operator === 'like' ? [] : read(row.value, 'value')
    const to = row.value_to ?? ''
    if (to === '') return [{ path: ['values', at, 'value_to'], code: 'required', message: 'Say up to where' }]
    return [...read(row.value, 'value'), ...read(to, 'value_to')]
  })
}

const parsed = (field: Field, text: string): string | number | boolean => {
  const result = fieldDisplays[field.type].parseText(text, field, plainText)
  return result.ok ? (result.value as string | number | boolean) : text
}

function like(name: string, pattern: string): Condition {
  const plain = pattern.replaceAll('*', '')
  const [open, close] = [pattern.startsWith('*'), pattern.endsWith('*')]
  const op = open && close ? 'contains' : close ? 'startsWith' : open ? 'endsWith' : 'eq'
  return { op, field: name, value: op === 'eq' ? pattern : plain }
}

/** The rule as a condition over its own source, but for hierarchies. */
function conditionOf({ operator, values }: EligibilityRule, field: Field): Condition {
  const { name } = field
  if (operator === 'between')
    return {
      op: 'or',
      of: values.map(({ value, value_to: to }) => ({
        op: 'between',
        field: name,
        value: [parsed(field, value), parsed(field, to ?? '')],
      })),
    }
  if (operator === 'like') return { op: 'or', of: values.map(({ value }) => like(name, value)) }
  return { op: 'in', field: name, value: values.map(({ value }) => parsed(field, value)) }
}

function underSql(rule: EligibilityRule, field: Field, alias: string, organizationId: number): Sql {
  const { table, key, parent } = hierarchies[rule.attribute]!
  const values = rule.values.map(({ value }) => value)
  return sql`${id(alias, field.storage.column)} in (
    with recursive below (key) as (
      select unnest(${values}::text[])
      union select h.${id(key)} from ${id(table)} h join below b on h.${id(parent)} = b.key where h.organization_id = ${organizationId})
    select key from below)`
}

export interface RuleContext {
  readonly screens: readonly Screen[]
  readonly organizationId: number
}

/** Whether the record `alias` of the rule's own source fits the rule; its mode is not looked at. */
export function fitsSql(rule: EligibilityRule, alias: string, { screens, organizationId }: RuleContext): Sql {
  const target = targetOf(rule.attribute, screens)
  if (!target) return sql`false`
  const { field, screen } = target
  if (rule.operator === 'under') return underSql(rule, field, alias, organizationId)
  return sql`((${conditionSql(conditionOf(rule, field), { fields: screen.fields, today: today(), alias })}) is true)`
}

const texts: ReadonlySet<string> = new Set(['text', 'longText', 'choice', 'reference'])

/** The column of the rule's own source that its values are compared with one by one, as plain texts; null where it asks anything else. */
export function valuesAsked(
  rule: EligibilityRule,
  { screens }: RuleContext,
): { readonly column: string; readonly values: readonly string[] } | null {
  const target = targetOf(rule.attribute, screens)
  if (!target || rule.operator !== 'eq' || target.source === 'membership') return null
  const { type, storage } = target.field
  if (!texts.has(type) || storage.key !== undefined) return null
  return { column: storage.column, values: rule.values.map(({ value }) => String(parsed(target.field, value))) }
}

const keys: Partial<Record<RuleSource, string>> = { customer: 'customer_number', material: 'material_number' }

/** Whether the sales line `t` fits the rule, by itself, its customer or its material. */
export function lineFitsSql(rule: EligibilityRule, context: RuleContext): Sql {
  const target = targetOf(rule.attribute, context.screens)
  if (!target) return sql`false`
  const membership = memberships[rule.attribute]
  if (membership)
    return sql`exists (
      select from ${membership.rows ? sql`(${membership.rows(context.organizationId)})` : id(target.screen.table!.name)} a where a.organization_id = ${context.organizationId} and a.member_number = t.customer_number
         and a.valid_from <= t.billing_date and (a.valid_to is null or a.valid_to >= t.billing_date) and ${fitsSql(rule, 'a', context)} and ${membership.counts})`
  // The line names customer and material itself, also such as have no master yet.
  if (target.source === 'sales-data' || target.field.name === keys[target.source]) return fitsSql(rule, 't', context)
  const key = id(keys[target.source]!)
  const table = id(target.screen.table!.name)
  return sql`t.${key} in (select e.${key} from ${table} e where e.organization_id = ${context.organizationId} and ${fitsSql(rule, 'e', context)})`
}

/**
 * What a set of rules leaves of the sales lines `t`: rules of a group hold together, of several groups one is enough, and what
 * is excluded stays excluded. Without a rule that includes everything is in.
 */
export function eligibleSql(rules: readonly EligibilityRule[], context: RuleContext): Sql {
  const groups = (mode: EligibilityRule['mode']): Sql[] => {
    const some = rules.filter((rule) => rule.mode === mode)
    return [...new Set(some.map((rule) => rule.group_no))].map((group) => {
      const parts = some.filter((rule) => rule.group_no === group).map((rule) => lineFitsSql(rule, context))
      return sql`(${join(parts, ' and ')})`
    })
  }
  const [included, excluded] = [groups('include'), groups('exclude')]
  return join(
    [
      ...(included.length > 0 ? [sql`(${join(included, ' or ')})`] : [sql`true`]),
      ...(excluded.length > 0 ? [sql`(${join(excluded, ' or ')}) is not true`] : []),
    ],
    ' and ',
  )
}
