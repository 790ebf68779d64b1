import type { Amount } from '../calculation/amount.ts'

export interface DecidedLines {
  readonly claimed: Amount
  readonly approved: Amount
  readonly lines: number
  readonly denied: number
}

/** What a claim is once it is decided: rejected where every line is denied, partly approved where less than claimed is paid. */
export function decidedStatus({ claimed, approved, lines, denied }: DecidedLines): string {
  if (lines > 0 && denied === lines) return 'rejected'
  return denied > 0 || approved.lt(claimed) ? 'partially_approved' : 'approved'
}
