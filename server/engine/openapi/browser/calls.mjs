// The page of one part: its description is fetched while what shows it is.
const root = /** @type {HTMLElement} */ (document.getElementById('calls'))
const { part, tool } = root.dataset

const headers = () => {
  const token = globalThis.stored('access_token')
  return token ? { authorization: `Bearer ${token}` } : {}
}

async function describe() {
  const answer = await fetch(`/api/docs/calls/${encodeURIComponent(part)}/json`, { headers: headers() })
  if (answer.status === 404) return null
  if (!answer.ok) throw new Error(`The description answered ${answer.status}`)
  return answer.json()
}

/** The rows that came with the page are drawn before the tool, which is large, takes the browser's time. */
const drawn = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))

let loaded
const load = () =>
  (loaded ??= new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.addEventListener('load', resolve)
    script.addEventListener('error', () => {
      loaded = undefined
      reject(new Error('The page could not be loaded'))
    })
    script.src = tool
    document.head.append(script)
  }))

function tell(text, ...ways) {
  const told = document.createElement('p')
  told.setAttribute('role', 'alert')
  told.append(text, ...ways)
  root.replaceChildren(told)
  root.removeAttribute('aria-busy')
}

/** Calls are tried as whoever is signed in to the product in this browser. */
function asSignedIn(request) {
  if (!request.headers?.Authorization) Object.assign((request.headers ??= {}), headers())
  return request
}

/** The address of a call stands in the bar of the browser when it is opened; a link within its button nobody can reach. */
const withoutLinks = ({ React }) => ({
  components: { DeepLink: ({ text }) => React.createElement('span', {}, text) },
})

/** What scrolls can be scrolled with the keyboard. */
function reachable() {
  for (const example of root.querySelectorAll('.microlight:not([tabindex])')) example.setAttribute('tabindex', '0')
}

async function show() {
  try {
    const [spec] = await Promise.all([describe(), drawn.then(load)])
    if (spec === null) {
      const sign = Object.assign(document.createElement('a'), { href: '/', textContent: 'Sign in' })
      tell('There are no such calls, or they belong to the own screens of an organization. ', sign, ' to see those.')
      return
    }
    const title = spec.tags[0].name
    document.title = `${title} · Tierline API`
    document.querySelector('h1').textContent = title
    document.getElementById('described').hidden = false
    globalThis.SwaggerUIBundle({
      spec,
      domNode: root,
      presets: [globalThis.SwaggerUIBundle.presets.apis],
      plugins: [withoutLinks],
      layout: 'BaseLayout',
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      validatorUrl: null,
      persistAuthorization: false,
      requestInterceptor: asSignedIn,
      onComplete: () => root.removeAttribute('aria-busy'),
    })
  } catch {
    const again = Object.assign(document.createElement('button'), { type: 'button', textContent: 'Try again' })
    again.addEventListener('click', () => void show())
    tell('The calls could not be loaded. ', again)
  }
}

new MutationObserver(reachable).observe(root, { childList: true, subtree: true })
void show()
