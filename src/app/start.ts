import { startingApplication } from '#src/session/application.ts'
import { countTabs } from '#src/session/last-tab.ts'
import { accessToken, isLoggedIn } from '#src/session/tokens.ts'
import { askForFirstScreen } from './first-call.ts'

function askAhead(): void {
  const token = accessToken()
  if (isLoggedIn() && token !== null) askForFirstScreen({ token, application: startingApplication() }, window.location)
}

/** Resolves when the stored session may be used; first of all, since it decides whether there still is one. */
export const started: Promise<void> = countTabs().certain.then(askAhead)
