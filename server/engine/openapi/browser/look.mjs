// Runs before anything is drawn: light or dark as the product is shown in this browser, else as the system is.
{
  const chosen = () => {
    try {
      return JSON.parse(localStorage.getItem('tierline:slices') ?? '{}').profileData?.theme_mode
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
