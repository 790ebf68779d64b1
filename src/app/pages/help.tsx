import { HelpPage } from '#src/workbench/help/help-page.tsx'
import { Page } from '../page.tsx'

export const Help = () => (
  <Page title="Help">
    <HelpPage />
  </Page>
)

export const PartnerHelp = () => (
  <Page title="Help of the Collaboration Portal">
    <HelpPage of="Collaboration Portal" />
  </Page>
)
