import { MigrationPage } from '#src/workbench/migration/migration-page.tsx'
import { Page } from '../page.tsx'

export const Migration = () => (
  <Page title="Migration">
    <MigrationPage />
  </Page>
)
