import type { Screen } from '#src/definition'
import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { SkeletonLines } from '#src/ui/skeleton.tsx'
import { useModule } from '#src/ui/use-module.ts'
import { ListPage } from './list-page.tsx'
import { presentationAt } from './list-presentation.ts'

const loadGrid = () => import('./grid-page.tsx')

/** The list of a screen, its read-only displays and the grids of these; the address says which. */
export function ListScreen({ screen: given }: { readonly screen: Screen }) {
  const { pathname } = useLocation()
  const presentation = presentationAt(given, pathname)
  const { shown } = presentation
  const screen = useMemo(() => ({ ...given, ...shown }), [given, shown])
  const asGrid = presentation.grid === pathname
  const grid = useModule(asGrid, loadGrid)
  if (asGrid)
    return grid ? (
      <grid.GridPage key={screen.name} screen={screen} presentation={presentation} />
    ) : (
      <SkeletonLines lines={8} className="p-6" />
    )
  return <ListPage key={`${screen.name} ${presentation.path}`} screen={screen} presentation={presentation} />
}
