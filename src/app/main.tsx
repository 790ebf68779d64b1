import { looksLikeList } from './first-call.ts'
import { started } from './start.ts'
import '#src/ui/fonts.css'
import '#src/ui/theme.css'
import '#src/ui/phone-lines.css'
import { loadChunk } from '#src/session/chunks.ts'
import { isLoggedIn } from '#src/session/tokens.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root')

// Who has signed in will need the shell, and most addresses are lists.
if (isLoggedIn()) {
  void import('./shell/shell.tsx').catch(() => undefined)
  if (looksLikeList(window.location.pathname)) void import('#src/engine/list/list-screen.tsx').catch(() => undefined)
}

Promise.all([loadChunk(() => import('./client.tsx')), started]).then(
  ([{ startClient }]) => startClient(root),
  (error: unknown) => {
    // React itself did not arrive, so that the words have to be written by hand.
    const message = document.createElement('p')
    message.setAttribute('role', 'alert')
    message.className = 'p-8'
    message.textContent = `Something went wrong: ${error instanceof Error ? error.message : 'Loading chunk failed'}. Check your connection and reload the page.`
    root.replaceChildren(message)
  },
)
