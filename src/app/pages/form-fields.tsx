import { DesignerScreen } from '#src/engine/form/designer-screen.tsx'
import { Page } from '../page.tsx'

export const FormFields = () => (
  <Page title="Fields">
    <DesignerScreen />
  </Page>
)
