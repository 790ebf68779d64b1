import type { RecordHooks } from '../engine/hooks.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import type { Issue } from '../errors.ts'
import type { SessionServices } from '../session/services.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

/** A design names sections and fields that the material form has, as the organisation's form_fields leave it. */
export const materialDesignHooks = (
  services: Pick<SessionServices, 'db' | 'screens'>,
): Record<'material-design', RecordHooks> => ({
  'material-design': {
    beforeWrite: async ({ caller }, values) => {
      const screen = await effectiveScreen(services, caller, 'material')
      const sections = new Set((screen.form?.sections ?? []).map(({ title }) => title))
      const fields = new Set(screen.fields.map(({ name }) => name))
      const unknown = (rows: unknown, field: string, part: string, known: ReadonlySet<string>, what: string): Issue[] =>
        ((rows ?? []) as Rows).flatMap((row, at) =>
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
      return [
        ...unknown(values['views'], 'views', 'view', sections, 'section'),
        ...unknown(values['attributes'], 'attributes', 'attribute', fields, 'field'),
      ]
    },
  },
})
