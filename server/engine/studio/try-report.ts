import { isEmptyValue, validateRecord, type Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import { calendarOf } from '../../caller-day.ts'
import { AppError } from '../../errors.ts'
import { type ReportServices, runReport } from '../run-report.ts'

const shown = 12

/** The first rows of a result that is still being drawn up, as its caller may see them, asked with the defaults of its criteria. */
export async function tryReport(services: ReportServices, screen: Screen, caller: Caller) {
  const result = screen.result!
  const { values, issues } = validateRecord(result.parameters, {}, { mode: 'create', ...calendarOf(caller) })
  const [missing] = issues
  if (missing)
    throw new AppError('VALIDATION', {
      message: `It asks for ${result.parameters.find(({ name }) => name === missing.path[0])?.label ?? 'a criterion'}, which has no default. It can be tried once it is in use.`,
      issues,
    })
  const asked = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && !isEmptyValue(value)))
  // A result that is asked for nothing is refused where it has criteria; here that is meant.
  const open = Object.keys(asked).length > 0 ? screen : { ...screen, result: { ...result, parameters: [] } }
  const page = await runReport(services, open, caller, { ...asked, page: 1, limit: shown })
  if (!('records' in page)) throw new Error('A result that was asked for without a request id was not answered at once')
  return { records: page.records, total_record: page.total_record }
}
