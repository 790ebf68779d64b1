import { SqlWorkbench } from '#src/workbench/sql-workbench/sql-workbench.tsx'
import { Page } from '../page.tsx'

export const SqlWorkbenchPage = () => (
  <Page title="SQL workbench" fill>
    <SqlWorkbench />
  </Page>
)
