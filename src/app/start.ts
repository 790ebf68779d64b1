import { askEarly } from '#src/data/early.ts'
import { startingApplication } from '#src/session/application.ts'
import { countTabs } from '#src/session/last-tab.ts'
import { accessToken, isLoggedIn } from '#src/session/tokens.ts'

/** The screens of this user are asked for now, so that they arrive while the program itself is still being loaded. */
function askForScreens(): void {
  const token = accessToken()
  const { pathname } = window.location
  if (isLoggedIn() && token !== null && pathname !== '/login')
    askEarly('bootstrap', { application: startingApplication(), path: pathname }, token)
}

/** Resolves when the stored session may be used; first of all, since it decides whether there still is one. */
export const started: Promise<void> = countTabs().certain.then(askForScreens)
