import type { Screen } from '#src/definition'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import type { Row } from '../engine/page.ts'
import type { Issue } from '../errors.ts'
import type { SessionServices } from '../session/services.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>
type Rows = readonly Values[]

const rowsOf = (rows: unknown): Rows => (rows ?? []) as Rows

/** A design names sections and fields that the material form has, as the organisation's form_fields leave it, and no type that another one shapes. */
export const materialDesignHooks = (
  services: Pick<SessionServices, 'db' | 'screens'>,
): Record<'material-design', RecordHooks> => ({
  'material-design': {
    beforeWrite: async (context, values, current) => {
      const screen = await effectiveScreen(services, context.caller, 'material')
      const sections = new Set((screen.form?.sections ?? []).map(({ title }) => title))
      const fields = new Set(screen.fields.map(({ name }) => name))
      return [
        ...unknown(values['views'], 'views', 'view', sections, 'section'),
        ...unknown(values['attributes'], 'attributes', 'attribute', fields, 'field'),
        ...(await takenTypes(context, values, current)),
      ]
    },
  },
})

const unknown = (
  rows: unknown,
  field: string,
  part: string,
  known: ReadonlySet<string>,
  what: string,
): readonly Issue[] =>
  rowsOf(rows).flatMap((row, at) =>
    known.has(String(row[part]))
      ? []
      : [
          {
            path: [field, at, part],
            code: 'unknown',
            message: `The material form has no ${what} ${String(row[part])}`,
          },
        ],
  )

const designsLock = 7_214_101

/** The types that another active design shapes already: of two, nobody could tell which one a form follows. */
async function takenTypes(
  { tx, caller, screen }: HookContext,
  values: Values,
  current: Row | null,
): Promise<readonly Issue[]> {
  const { status, applies_to }: Values = { status: 'active', ...current, ...values }
  const types = rowsOf(applies_to).map(({ value }) => String(value))
  // What was stored before designs were held apart can still be renamed, and blocked.
  const isUntouched = current && !('status' in values) && !('applies_to' in values)
  if (status !== 'active' || types.length === 0 || isUntouched) return []
  // Two that are saved at the same moment would not see each other.
  await tx.query(sql`select pg_advisory_xact_lock(${designsLock}, ${caller.organizationId}::int)`)
  const taken = await tx.query<{ profile: string; type: string }>(sql`
    select t.profile, one->>'value' as type
    from material_design t, jsonb_array_elements(coalesce(t.applies_to, '[]'::jsonb)) as one
    where t.organization_id = ${caller.organizationId} and t.status = 'active'
      and t.id <> ${current?.id ?? 0} and one->>'value' = any(${types}::text[])
    order by t.profile`)
  return types.flatMap((type, at) => {
    const other = taken.find((one) => one.type === type)
    if (!other) return []
    const message = `${typeLabel(screen, type)} is shaped by the active design ${other.profile} already: block that one, or leave the type out here`
    return [{ path: ['applies_to', at, 'value'], code: 'taken', message }]
  })
}

const typeLabel = (screen: Screen, type: string): string =>
  screen.fields.find(({ name }) => name === 'applies_to')?.fields?.[0]?.choices?.find(({ value }) => value === type)
    ?.label ?? type
