/** One measured promise. */
export interface BenchRow {
  readonly name: string
  readonly unit: string
  readonly ours: number
  /** The peer's figure in the same run, or the limit that was promised. */
  readonly against: number
  /** Bound on ours ÷ against. */
  readonly required: number
  /** Whether the ratio must reach `required` (a rate) or stay within it (a time, a size). */
  readonly direction: 'at least' | 'at most'
}

/** ours ÷ against; a peer of zero makes it infinite, so that it never passes by accident. */
export const ratioOf = ({ ours, against }: BenchRow): number => ours / against

export const isKept = (row: BenchRow): boolean => {
  const ratio = ratioOf(row)
  if (!Number.isFinite(ratio)) return false
  return row.direction === 'at least' ? ratio >= row.required : ratio <= row.required
}
