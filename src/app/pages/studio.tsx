import { StudioHome } from '#src/workbench/studio/studio-home.tsx'
import { StudioScreen } from '#src/workbench/studio/studio-screen.tsx'
import { Page } from '../page.tsx'

export const Studio = () => (
  <Page title="Designer Studio">
    <StudioHome />
  </Page>
)

export const StudioDefinition = () => (
  <Page title="Designer Studio">
    <StudioScreen />
  </Page>
)
