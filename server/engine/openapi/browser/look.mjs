// Runs before anything is drawn: light or dark as the product is shown in this browser, else as the system is.
{
  /** What the session of the product keeps; a tab that left the product carries it along (src/session/last-tab.ts). */
  globalThis.stored = (key) => {
    try {
      return localStorage.getItem(key) ?? JSON.parse(sessionStorage.getItem('tierline:carried') ?? '{}')[key] ?? null
    } catch {
      return null
    }
  }
  const chosen = () => {
    try {
      return JSON.parse(globalThis.stored('tierline:slices') ?? '{}').profileData?.theme_mode
    } catch {
      return undefined
    }
  }
  const system = matchMedia('(prefers-color-scheme: dark)')
  const paint = () => {
    const mode = chosen()
    const isDark = mode === 'dark' || (mode !== 'light' && system.matches)
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
    // What the page of a part shows its calls with knows this name.
    document.documentElement.classList.toggle('dark-mode', isDark)
  }
  paint()
  system.addEventListener('change', paint)
}
