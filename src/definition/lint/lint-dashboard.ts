import type { Screen } from '../screen.ts'

type Names = (path: readonly (string | number)[], names: readonly string[]) => void

/** Every column and filter that a dashboard names must be a field. */
export function lintDashboard({ dashboard }: Screen, names: Names): void {
  if (!dashboard) return
  names(['dashboard', 'filters'], dashboard.filters)
  dashboard.tiles.forEach((tile, at) => {
    const path = ['dashboard', 'tiles', at]
    if (tile.kind === 'table') names([...path, 'columns'], tile.columns)
    else if (tile.kind === 'figures') names(path, [tile.label, tile.value, ...(tile.note ? [tile.note] : [])])
    else {
      names(path, [tile.x, tile.y, ...(tile.split ? [tile.split] : [])])
      names([...path, 'drill'], Object.entries(tile.drill ?? {}).flat() as string[])
    }
    if (tile.link) names(path, [tile.link])
  })
}
