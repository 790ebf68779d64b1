import { yearAfter, type FiscalYearShape } from '../domain/fiscal/fiscal-year.ts'
import { eachRecord } from '../engine/each-record.ts'
import { createRecord } from '../engine/write.ts'
import type { Command } from './command.ts'

/** Makes the fiscal year after each of those chosen, with periods by the same pattern; DUPLICATE_KEY where it is there. */
export const nextFiscalYear: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const { fiscal_year, pattern, start_date } = yearAfter({
      fiscal_year: Number(record['fiscal_year']),
      pattern: record['pattern'] as FiscalYearShape['pattern'],
      start_date: String(record['start_date']),
      weeks: record['weeks'] === '53' ? 53 : 52,
    })
    const weeks = pattern === 'months' ? {} : { weeks: '52' }
    await createRecord(context, { calendar: record['calendar'], fiscal_year, pattern, start_date, ...weeks })
    return 'done'
  })
