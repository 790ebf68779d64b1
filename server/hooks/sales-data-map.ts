import { sourceDays } from '#screens/shared/source-fields.ts'
import type { RecordHooks } from '../engine/hooks.ts'

const days: ReadonlySet<unknown> = new Set(sourceDays.map(({ value }) => value))

/** Parts of a sales basis take what they can count: the date a day, the others a number. */
export const salesDataMapHooks: Record<'sales-data-map', RecordHooks> = {
  'sales-data-map': {
    beforeWrite: (_context, values, current) => {
      const { basis_part: part, source_field: name } = { ...current, ...values } as Record<string, unknown>
      if (days.has(name) === (part === 'date')) return Promise.resolve([])
      const message =
        part === 'date' ? 'The date of a basis is a day of the sales data' : 'This part of a basis is a number'
      return Promise.resolve([{ path: ['source_field'], code: 'invalid', message }])
    },
  },
}
