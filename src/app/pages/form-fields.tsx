import { DesignerScreen } from '#src/engine/form/designer-screen.tsx'
import { ScreenPreview } from '#src/workbench/studio/screen-preview.tsx'
import { Page } from '../page.tsx'

/** The page on which the fields of any screen are designed, with its form or its list beside, whichever is arranged. */
export const FormFields = () => (
  <Page title="Fields">
    <DesignerScreen
      preview={(designed, place) => (
        <ScreenPreview key={place} screen={designed} only={place === 'order' ? 'form' : 'list'} />
      )}
    />
  </Page>
)
