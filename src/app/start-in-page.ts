import { startingApplication } from '#src/session/application.ts'
import { storedFont, storedSession, storedToken } from '#src/session/stored-token.ts'
import { askForFirstScreen } from './first-call.ts'
import { preloadFont } from './first-font.ts'
import { startCounting } from './start.ts'
import { tellWhatIsMissing } from './tell-what-is-missing.ts'

// Built as text into the page (vite.config.ts), so that the first calls leave before any file has arrived: at once where
// the session certainly goes on, else when the tabs are counted.
tellWhatIsMissing()
const session = storedSession()
const token = storedToken(session)
if (token !== null) askForFirstScreen({ token, application: startingApplication() }, window.location)
preloadFont(storedFont(session))
startCounting()
