import type { Outcome, Upload } from './upload-api.ts'

/** Lines that cannot go in: refused by a rule, or broken in their structure. */
export const rejectedOf = ({ counts, problems }: Upload): number =>
  Number(counts?.rejected ?? 0) + Number(problems ?? 0)

/** Lines of the file, those included that are broken in their structure. */
export const linesOf = ({ rows, problems }: Upload): number => rows + Number(problems ?? 0)

/** Lines that keep the file from going in as a whole. */
export const unfitOf = (upload: Upload): number => rejectedOf(upload) + Number(upload.counts?.conflict ?? 0)

/** Lines that are or were in conflict with what others changed since the file was made. */
export const conflictsOf = ({ counts }: Upload): number => Number(counts?.conflict ?? 0) + Number(counts?.decided ?? 0)

/** Lines that would be written. */
export const writableOf = ({ counts }: Upload): number => Number(counts?.insert ?? 0) + Number(counts?.update ?? 0)

/** What an import has done, by outcome: what was written, not what was meant to be. */
export function doneCounts(upload: Upload): Partial<Record<Outcome, number>> {
  const { counts, result, state } = upload
  const planned = { ...counts, rejected: rejectedOf(upload) }
  if (state !== 'committed' && state !== 'undone') return planned
  return {
    ...planned,
    insert: result?.inserted ?? counts?.insert ?? 0,
    update: result?.updated ?? counts?.update ?? 0,
    conflict: (counts?.conflict ?? 0) + (result?.conflicts ?? 0),
  }
}

/** "1 line", "245,903 lines". */
export const lineCount = (count: number, locale: string): string =>
  `${new Intl.NumberFormat(locale).format(count)} ${count === 1 ? 'line' : 'lines'}`
