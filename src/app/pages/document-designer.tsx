import { useLocation } from 'react-router-dom'
import type { Screen } from '#src/definition'
import { designedAt } from '#src/definition/variants.ts'
import { DocumentFields } from '#src/engine/form/designer-screen.tsx'
import { ScreenPreview } from '#src/workbench/studio/screen-preview.tsx'

/** The page on which the form of one kind of document is designed, with what becomes of it beside. */
export function DocumentDesigner({ screen }: { screen: Screen }) {
  const { pathname } = useLocation()
  return (
    <DocumentFields
      key={pathname}
      screen={designedAt(screen, pathname) ?? screen}
      preview={(designed, place) => (
        <ScreenPreview key={place} screen={designed} only={place === 'order' ? 'form' : 'list'} />
      )}
    />
  )
}
