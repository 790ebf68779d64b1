import type { Screen } from '#src/definition'
import { DocumentFields } from '#src/engine/form/designer-screen.tsx'
import { ScreenPreview } from '#src/workbench/studio/screen-preview.tsx'

/** The page on which the form of one kind of document is designed, with what becomes of it beside. */
export const DocumentDesigner = ({ screen }: { screen: Screen }) => (
  <DocumentFields
    screen={screen}
    preview={(designed, place) => (
      <ScreenPreview key={place} screen={designed} only={place === 'order' ? 'form' : 'list'} />
    )}
  />
)
