import type { CellWidget } from './cells.ts'

export const flagCell: CellWidget = (value) => (value === true ? 'Yes' : <span className="text-ink-2">No</span>)
