import { chunkTimeout } from '#src/session/chunks.ts'

/** Says on an empty page why it stays empty: the program itself, which would say it better, did not arrive. */
function tell(what: string): void {
  const root = document.getElementById('root')
  if (!root || root.hasChildNodes()) return
  const message = document.createElement('p')
  message.setAttribute('role', 'alert')
  message.className = 'p-8'
  message.textContent = `Something went wrong: ${what}. Check your connection and reload the page.`
  root.replaceChildren(message)
}

/** Listens for what keeps the program from starting: a file that does not come, or one that fails. */
export function tellWhatIsMissing(): void {
  const late = 'Loading chunk failed'
  const heard = (event: Event): void => {
    const { target } = event
    if (target instanceof HTMLScriptElement) tell(late)
    else if (event instanceof ErrorEvent) tell(event.message)
  }
  // Files tell of their failure on their own element only, which a listener on the way down hears.
  window.addEventListener('error', heard, true)
  window.setTimeout(() => tell(late), chunkTimeout)
}
