import type { Report } from './report.ts'
import { topNAttributes } from './top-n-attributes.ts'

/** The reports that definitions name; one missing in the map below does not compile. */
export const reportNames = ['top-n-attributes'] as const

type ReportName = (typeof reportNames)[number]

const reports = {
  'top-n-attributes': topNAttributes,
} satisfies Record<ReportName, Report>

const isReportName = (name: string): name is ReportName => reportNames.some((known) => known === name)

/** The report of that name; throws for one nobody wrote, which a test over all definitions rules out. */
export function reportNamed(name: string): Report {
  if (!isReportName(name)) throw new Error(`There is no report ${name}`)
  return reports[name]
}
