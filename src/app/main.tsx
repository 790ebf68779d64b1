import './start.ts'
import '#src/ui/theme.css'
import { loadChunk } from '#src/session/chunks.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element #root')

loadChunk(() => import('./client.tsx')).then(
  ({ startClient }) => startClient(root),
  (error: unknown) => {
    // React itself did not arrive, so that the words have to be written by hand.
    const message = document.createElement('p')
    message.setAttribute('role', 'alert')
    message.className = 'p-8'
    message.textContent = `Something went wrong: ${error instanceof Error ? error.message : 'Loading chunk failed'}. Check your connection and reload the page.`
    root.replaceChildren(message)
  },
)
