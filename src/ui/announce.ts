let region: HTMLElement | undefined
let saying: ReturnType<typeof setTimeout> | undefined

/** Tells those who hear the page something that others see where it stands; what is being read out is not interrupted. */
export function announce(text: string): void {
  if (!region?.isConnected) {
    region = document.createElement('div')
    region.setAttribute('aria-live', 'polite')
    region.className = 'sr-only'
    document.body.append(region)
  }
  region.textContent = ''
  clearTimeout(saying)
  // A region is heard for what changes in it once it is there, and the same words twice only with nothing in between.
  const say = (words: string) => region && (region.textContent = words)
  saying = setTimeout(() => {
    say(text)
    // Not to be come upon later.
    saying = setTimeout(say, 5_000, '')
  }, 100)
}
