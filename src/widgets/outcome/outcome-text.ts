import { type DecimalMark, delimiterOf } from '#src/widgets/csv-marks.ts'
import type { OutcomeLine, RecordOutcome } from './outcome.ts'

const heads = ['Record', 'What became of it', 'Reason'] as const

const linesOf = ({ failed, skipped }: RecordOutcome): readonly (readonly string[])[] => {
  const rows = (became: string, lines: readonly OutcomeLine[]) => lines.map(({ key, reason }) => [key, became, reason])
  return [[...heads], ...rows('Not changed', failed), ...rows('Left out', skipped)]
}

// A spreadsheet must not take a key such as "=1+1" for a formula.
const harmless = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const quoted = (text: string): string => `"${harmless(text).replaceAll('"', '""')}"`

/** The records that were not changed with the reasons, as a CSV file. */
export const outcomeCsv = (outcome: RecordOutcome, mark: DecimalMark = '.'): string =>
  `\uFEFF${linesOf(outcome)
    .map((cells) => cells.map(quoted).join(delimiterOf(mark)))
    .join('\r\n')}\r\n`

/** The same as tab-separated text for the clipboard. */
export const outcomeTable = (outcome: RecordOutcome): string =>
  linesOf(outcome)
    .map((cells) => cells.map((cell) => harmless(cell).replaceAll(/[\t\n\r]+/g, ' ')).join('\t'))
    .join('\n')
