import { startingApplication } from '#src/session/application.ts'
import { countTabs } from '#src/session/last-tab.ts'
import { accessToken, isLoggedIn } from '#src/session/tokens.ts'
import { askForFirstScreen } from './first-call.ts'

declare global {
  /** Resolves when the stored session may be used. */
  var tierlineStarted: Promise<void> | undefined
}

function askAhead(): void {
  const token = accessToken()
  if (isLoggedIn() && token !== null) askForFirstScreen({ token, application: startingApplication() }, window.location)
}

/** Counts this tab, which decides whether there still is a session; then what was not asked for yet is. */
export function startCounting(): void {
  globalThis.tierlineStarted = countTabs().certain.then(askAhead)
}
