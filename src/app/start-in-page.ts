import { startingApplication } from '#src/session/application.ts'
import { storedFont, storedSession, storedToken } from '#src/session/stored-token.ts'
import { askForFirstScreen } from './first-call.ts'
import { preloadFont } from './first-font.ts'

// Built as text into the page (vite.config.ts), so that the first calls leave before any file has arrived. It only reads:
// the program itself counts this tab and decides whether the session goes on.
const session = storedSession()
const token = storedToken(session)
if (token !== null) askForFirstScreen({ token, application: startingApplication() }, window.location)
preloadFont(storedFont(session))
