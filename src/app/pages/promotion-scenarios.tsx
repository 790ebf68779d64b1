import { ScenarioScreen } from '#src/workbench/promotion-scenarios/scenario-screen.tsx'
import { Page } from '../page.tsx'

export const EditScenario = () => (
  <Page title="Promotion scenario">
    <ScenarioScreen isEditing />
  </Page>
)

export const ViewScenario = () => (
  <Page title="Promotion scenario">
    <ScenarioScreen isEditing={false} />
  </Page>
)
