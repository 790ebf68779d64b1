import { askEarly } from '#src/data/early.ts'
import { startingApplication } from '#src/session/application.ts'
import { countTabs } from '#src/session/last-tab.ts'
import { accessToken, isLoggedIn } from '#src/session/tokens.ts'

// First of all, since it decides whether the stored session still counts.
countTabs()

const token = accessToken()
// The screens of this user are asked for now, so that they arrive while the program itself is still being loaded.
if (isLoggedIn() && token !== null && window.location.pathname !== '/login') {
  askEarly('bootstrap', { application: startingApplication(), path: window.location.pathname }, token)
}
