import type { ListView, Screen } from '#src/definition'
import type { ShownVariant } from '#src/definition/variant.ts'

/** How a list is shown at an address: as the list itself, or as one of its read-only displays. */
export interface Presentation {
  readonly title: string
  readonly path: string
  readonly readOnly: boolean
  /** The path of the grid that holds the whole result in the browser. */
  readonly grid: string | undefined
  readonly columns: readonly string[]
  /** What takes the place of the screen's own where all the records are one variant. */
  readonly shown?: ShownVariant | undefined
}

/** The presentation behind a path; the list itself unless a display claims it. */
export function presentationAt(screen: Screen, pathname: string): Presentation {
  const list = screen.list!
  const display = list.displays.find((candidate) => candidate.path === pathname || candidate.grid === pathname)
  if (!display)
    return { title: screen.plural, path: list.path, readOnly: false, grid: undefined, columns: list.columns }
  return {
    title: display.label,
    path: display.path,
    readOnly: !display.filters,
    grid: display.grid,
    columns: display.columns,
    shown: display.shown,
  }
}

/** The list's view with the columns of its presentation, so that they count as the standard ones. */
export const viewOf = (list: ListView, presentation: Presentation): ListView =>
  presentation.columns === list.columns ? list : { ...list, columns: presentation.columns }

const gridModeKey = 'tierline.grid-mode'

/** Whether displays open as the grid that holds the whole result in the browser; kept for the session. */
export const gridMode = (): boolean => sessionStorage.getItem(gridModeKey) === 'true'

export function setGridMode(on: boolean): void {
  if (on) sessionStorage.setItem(gridModeKey, 'true')
  else sessionStorage.removeItem(gridModeKey)
}
