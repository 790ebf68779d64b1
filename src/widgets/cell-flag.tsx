import type { CellWidget } from './cells.ts'

export const flagCell: CellWidget = (value) => (value === true ? 'Yes' : <span className="text-ink-3">No</span>)
