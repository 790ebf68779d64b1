import { startClient } from './client.tsx'
import { looksLikeList } from './first-call.ts'
import '#src/ui/fonts.css'
import '#src/ui/theme.css'
import '#src/ui/phone-lines.css'
import { isLoggedIn } from '#src/session/tokens.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root')

// Who has signed in will need the shell, and most addresses are lists.
if (isLoggedIn()) {
  void import('./shell/shell.tsx').catch(() => undefined)
  if (looksLikeList(window.location.pathname)) void import('#src/engine/list/list-screen.tsx').catch(() => undefined)
}

void Promise.resolve(globalThis.tierlineStarted).then(() => startClient(root))
