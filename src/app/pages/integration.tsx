import { MappingScreen } from '#src/engine/upload/mapping-screen.tsx'
import { HistoryScreen } from '#src/workbench/integration/history-screen.tsx'
import { Page } from '../page.tsx'

export const IntegrationHistory = () => (
  <Page title="History of an integration">
    <HistoryScreen />
  </Page>
)

export const MappingDesigner = () => (
  <Page title="Mapping">
    <MappingScreen />
  </Page>
)
