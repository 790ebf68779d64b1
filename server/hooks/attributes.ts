import { reservedName } from '#src/definition/reserved-names.ts'
import {
  attributeNamed,
  attributesTaking,
  masterNamed,
  valueMisfit,
  type Attribute,
  type AttributeContext,
} from '../engine/attributes/attribute.ts'
import { asAttributeIssues, syncFields, type FieldContext } from '../engine/attributes/attribute-fields.ts'
import { demandUnused, heldWords } from '../engine/attributes/value-uses.ts'
import { deleteRecords } from '../engine/delete.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import { screensOf } from '../engine/own-screens.ts'
import { AppError, type Issue } from '../errors.ts'
import type { SessionServices } from '../session/services.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { formFieldHooks } from './form-fields.ts'

type Values = Readonly<Record<string, unknown>>
type Services = Pick<SessionServices, 'db' | 'screens'>

const issue = (field: string, message: string): Issue => ({ path: [field], code: 'invalid', message })

/** Where an attribute says its values stand has to be there. */
function sourceIssues(context: AttributeContext, attribute: Attribute): Issue[] {
  const { foreign_table, foreign_field, description_table, description_field, reference_attribute } = attribute
  const issues: Issue[] = []
  const values = masterNamed(context.screens, foreign_table)
  const described = description_table ? masterNamed(context.screens, description_table) : values
  const names = (screen: typeof values): string =>
    (screen?.fields ?? [])
      .map((field) => field.name)
      .slice(0, 8)
      .join(', ')
  const lacks = (screen: typeof values, field: string | null): boolean =>
    screen !== undefined && field !== null && !screen.fields.some((one) => one.name === field)
  if (foreign_table && reference_attribute)
    issues.push(issue('reference_attribute', 'Values come from one place: a table or another attribute'))
  if (foreign_table && !values) issues.push(issue('foreign_table', `There is no table ${foreign_table}`))
  if (lacks(values, foreign_field))
    issues.push(issue('foreign_field', `${foreign_table} has no field ${foreign_field}; it has ${names(values)} …`))
  if (description_table && !described) issues.push(issue('description_table', `There is no table ${description_table}`))
  if (lacks(described, description_field))
    issues.push(issue('description_field', `${described!.label} has no field ${description_field}`))
  return issues
}

/** What is told of another attribute's values where only these are taken. */
const valueHooks = (
  services: Services,
  values: (record: Values) => readonly (readonly [unknown, unknown, string])[],
): RecordHooks => ({
  beforeWrite: async ({ tx, caller }, written, current) => {
    const context = { tx, caller, screens: await screensOf(services, caller) }
    const issues: Issue[] = []
    for (const [name, value, field] of values({ ...current, ...written })) {
      if (typeof name !== 'string' || typeof value !== 'string') continue
      const misfit = await valueMisfit(context, name, value)
      if (misfit) issues.push(issue(field, misfit))
    }
    return issues
  },
})

/** Attributes are fields of their masters as soon as they are saved, and their values choices of these fields. */
export const attributeHooks = (
  services: Services,
): Record<'attribute-type' | 'attribute-value' | 'attribute-combination' | 'attribute-hierarchy', RecordHooks> => {
  const fieldHooks = formFieldHooks(services)['form-field']
  const contextOf = async ({ tx, caller }: Pick<HookContext, 'tx' | 'caller'>): Promise<FieldContext> => ({
    tx,
    caller,
    db: services.db,
    formFieldHooks: fieldHooks,
    screens: await screensOf(services, caller),
  })
  const masters = (record: Values | null): string[] => {
    const rows = (record?.['applies_to'] ?? []) as readonly { readonly master: string }[]
    return record?.['attribute_type'] === 'user_defined' ? rows.map(({ master }) => master) : []
  }
  // Thousands of values may be written in one transaction: the fields of their attributes are made anew once, at its end. Taking
  // values away is not refused for those that are left.
  const waiting = new WeakMap<Tx, Map<string, boolean>>()
  const syncLater = ({ tx, caller }: HookContext, name: string, given: boolean): void =>
    tx.beforeCommit(() => {
      const names = waiting.get(tx) ?? new Map<string, boolean>()
      if (names.size === 0) tx.beforeCommit(() => syncNamed({ tx, caller }, names))
      waiting.set(tx, names.set(name, given || names.get(name) === true))
    })
  const syncNamed = async (
    context: Pick<HookContext, 'tx' | 'caller'>,
    names: ReadonlyMap<string, boolean>,
  ): Promise<void> => {
    const known = await contextOf(context)
    for (const [name, counted] of names) {
      const attribute = await attributeNamed(known, name)
      for (const one of attribute ? [attribute, ...(await attributesTaking(known, name))] : [])
        await explained(() => syncFields(known, one, { counted }))
    }
  }
  return {
    'attribute-type': {
      beforeWrite: async (context, values, current) => {
        const written = { ...emptySource, ...current, ...values } as unknown as Attribute
        const taken = current || written.attribute_type === 'standard' ? null : reservedName(String(written.attribute))
        return [...(taken ? [issue('attribute', taken)] : []), ...sourceIssues(await contextOf(context), written)]
      },
      afterWrite: async (context, record, current) => {
        const known = await contextOf(context)
        const attribute = await attributeNamed(known, record.id)
        if (!attribute) return
        await explained(() => syncFields(known, attribute, { before: masters(current) }))
        syncLater(context, attribute.attribute, true)
      },
      losses: async (context, records) => {
        const known = await contextOf(context)
        const words: string[] = []
        for (const { id } of records) {
          const attribute = await attributeNamed(known, id)
          const held = attribute && (await heldWords(known, attribute))
          if (held) words.push(held)
        }
        return words
      },
      beforeDelete: async (context, records) => {
        const known = await contextOf(context)
        const values = known.screens.find((screen) => screen.name === 'attribute-value')
        for (const record of records) {
          const attribute = await attributeNamed(known, record.id)
          if (!attribute) continue
          await syncFields(known, attribute, { removed: true, before: masters(record) })
          if (values)
            await deleteRecords(
              { ...context, screens: known.screens, screen: values, hooks: {} },
              sql`t.organization_id = ${context.caller.organizationId} and t.attribute_name = ${attribute.attribute}`,
            )
        }
      },
    },
    'attribute-value': {
      beforeWrite: async (context, values, current) => {
        const known = await contextOf(context)
        const attribute = await attributeNamed(known, String(values['attribute_name'] ?? current?.['attribute_name']))
        if (!attribute) return []
        if (attribute.foreign_table)
          return [issue('attribute_name', `${attribute.attribute_label} has the values of ${attribute.foreign_table}`)]
        return attribute.reference_attribute
          ? [issue('attribute_name', `${attribute.attribute_label} has the values of ${attribute.reference_attribute}`)]
          : []
      },
      afterWrite: async (context, record, current) =>
        syncLater(context, String(record['attribute_name'] ?? current?.['attribute_name']), true),
      beforeDelete: async (context, records) => {
        const known = await contextOf(context)
        for (const name of new Set(records.map((record) => String(record['attribute_name'])))) {
          const attribute = await attributeNamed(known, name)
          const own = records.filter((record) => record['attribute_name'] === name)
          if (attribute) await demandUnused(known, attribute, own)
          syncLater(context, name, false)
        }
      },
    },
    'attribute-combination': valueHooks(services, (record) =>
      ((record['attributes_list'] ?? []) as readonly Values[]).map(
        (row) => [row['attribute_name'], row['attribute_value'], 'attributes_list'] as const,
      ),
    ),
    'attribute-hierarchy': valueHooks(services, (record) => [
      [record['attribute_name'], record['attribute_value'], 'attribute_value'],
    ]),
  }
}

async function explained(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new AppError('VALIDATION', { issues: asAttributeIssues(error), cause: error })
  }
}

const emptySource = {
  foreign_table: null,
  foreign_field: null,
  description_table: null,
  description_field: null,
  reference_attribute: null,
}
