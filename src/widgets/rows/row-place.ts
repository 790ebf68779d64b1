import type { Field } from '#src/definition'

/** Where in a table of rows somebody is: the row, and the place of the field, before the first of which a row is opened. */
export interface RowPlace {
  readonly row: number
  readonly column: number
}

/** The place of the button that opens a row; what else is done with one stands behind its last field. */
export const openerColumn = -1

/** Where in the table an element stands. */
export function placeOf(target: EventTarget | null): RowPlace | null {
  const cell = target instanceof Element ? target.closest('td') : null
  const line = cell?.closest<HTMLElement>('tr[data-row]')
  return cell && line ? { row: Number(line.dataset.row), column: cell.cellIndex - 1 } : null
}

/** What can be done with a row by a button of its own. */
export type RowButton = 'open' | 'up' | 'down' | 'copy' | 'remove'

export const rowButtonId = (id: string, row: number, button: RowButton): string => `${id}_${row}-${button}`

/** What takes the focus, null for what takes none. */
function free(id: string): HTMLElement | null {
  const element = document.getElementById(id)
  return element?.matches(':disabled') ? null : element
}

/** The control at a place of the table `id`; where the row has none there, that of the nearest field. */
export function controlAt(id: string, { row, column }: RowPlace, fields: readonly Field[]): HTMLElement | null {
  const button = column === openerColumn ? 'open' : column >= fields.length ? 'remove' : null
  const own = button && free(rowButtonId(id, row, button))
  if (own) return own
  for (let away = 0; away <= fields.length; away += 1)
    for (const at of [column - away, column + away]) {
      const cell = fields[at] && free(`${id}_${row}_${fields[at].name}`)
      if (cell) return cell
    }
  return null
}

/** Typing replaces what a cell holds, as Tab leaves it. */
export function enter(cell: HTMLElement | null): void {
  cell?.focus()
  if (cell instanceof HTMLInputElement && cell.type === 'text') cell.select()
}

/** Gives the focus to the first of these buttons of a row that can be pressed. */
export const focusButton = (id: string, row: number, buttons: readonly RowButton[]): void =>
  buttons
    .map((button) => free(rowButtonId(id, row, button)))
    .find((element) => element !== null)
    ?.focus()
