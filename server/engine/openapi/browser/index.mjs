// The index of the API: finds calls over all areas, and adds the own screens of whoever is signed in.
const most = 100
const input = /** @type {HTMLInputElement} */ (document.getElementById('find'))
const told = /** @type {HTMLElement} */ (document.getElementById('told'))
const results = /** @type {HTMLElement} */ (document.getElementById('results'))
const areas = /** @type {HTMLElement} */ (document.getElementById('areas'))

/** @type {Promise<{ part: { name: string, title: string }, label: string, call: string[], text: string }[]> | undefined} */
let calls

const token = () => globalThis.stored('access_token')

async function load() {
  const bearer = token()
  const answer = await fetch('/api/docs/index.json', bearer ? { headers: { authorization: `Bearer ${bearer}` } } : {})
  if (!answer.ok) throw new Error(`The index answered ${answer.status}`)
  const index = await answer.json()
  for (const area of index.areas) showOwn(area)
  return index.areas.flatMap(({ label, parts }) =>
    parts.flatMap((part) =>
      part.calls.map((call) => ({ part, label, call, text: `${call.join(' ')} ${part.title} ${label}`.toLowerCase() })),
    ),
  )
}

function all() {
  calls ??= load()
  // Asked for again with the next key or by the button.
  calls.catch(() => (calls = undefined))
  return calls
}

const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...children)
  return made
}

const addressOf = (name) => `/api/docs/calls/${encodeURIComponent(name)}`

/** The page knows the product's screens; those of an organisation are put among them. */
function showOwn({ area, label, parts }) {
  let list = document.querySelector(`#${CSS.escape(area)} ul`)
  for (const [at, { name, title }] of parts.entries()) {
    if (areas.querySelector(`a[href="${addressOf(name)}"]`)) continue
    if (!list) {
      list = element('ul')
      const heading = element('h2', { id: `${area}-heading`, textContent: label })
      const section = element('section', { id: area }, heading, list)
      section.setAttribute('aria-labelledby', `${area}-heading`)
      areas.append(section)
    }
    const link = element('a', { href: addressOf(name), textContent: title })
    list.insertBefore(element('li', {}, link), list.children[at] ?? null)
  }
}

function resultOf({ part, label, call: [method, path, summary, operationId] }) {
  const verb = element('span', { className: 'method', textContent: method })
  verb.dataset.method = method
  const deep = [part.title, operationId].map((name) => encodeURIComponent(name)).join('/')
  return element(
    'li',
    {},
    element(
      'a',
      { href: `${addressOf(part.name)}#/${deep}` },
      verb,
      element('code', { textContent: path }),
      element('span', { className: 'summary', textContent: summary }),
      element('span', { className: 'place', textContent: `${part.title} · ${label}` }),
    ),
  )
}

const ranked = (word, { call: [, path, summary] }) =>
  path.slice(1).startsWith(word) ? 0 : summary.toLowerCase().startsWith(word) ? 1 : 2

async function find() {
  const words = input.value.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const address = new URL(location.href)
  if (words.length > 0) address.searchParams.set('q', input.value.trim())
  else address.searchParams.delete('q')
  history.replaceState(null, '', address)
  results.hidden = words.length === 0
  areas.hidden = words.length > 0
  if (words.length === 0) {
    told.replaceChildren()
    return
  }
  const asked = input.value
  const late = setTimeout(() => told.replaceChildren('Looking through all calls…'), 150)
  try {
    const known = await all()
    if (asked !== input.value) return
    const found = known
      .filter(({ text }) => words.every((word) => text.includes(word)))
      .map((one) => [ranked(words[0], one), one])
      .toSorted(([a], [b]) => a - b)
    results.replaceChildren(...found.slice(0, most).map(([, one]) => resultOf(one)))
    const count = found.length.toLocaleString('en')
    told.replaceChildren(
      found.length === 0
        ? `No call has “${input.value.trim()}” in its path, its words or its screen.`
        : found.length > most
          ? `The first ${most} of ${count} calls`
          : `${count} ${found.length === 1 ? 'call' : 'calls'}`,
    )
  } catch {
    if (asked !== input.value) return
    results.replaceChildren()
    const again = element('button', { type: 'button', textContent: 'Try again' })
    again.addEventListener('click', () => void find())
    told.replaceChildren('The calls could not be loaded. ', again)
  } finally {
    clearTimeout(late)
  }
}

input.addEventListener('input', () => void find())
input.addEventListener('keydown', (event) => {
  const links = [...results.querySelectorAll('a')]
  if (event.key === 'Enter') links[0]?.click()
  if (event.key === 'ArrowDown' && links.length > 0) {
    event.preventDefault()
    links[0].focus()
  }
})
results.addEventListener('keydown', (event) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const links = [...results.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)
  event.preventDefault()
  ;(links[at] ?? (at < 0 ? input : undefined))?.focus()
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || document.activeElement === input) return
  event.preventDefault()
  input.focus()
})

input.value = new URL(location.href).searchParams.get('q') ?? ''
if (input.value) void find()
else if (token()) all().catch(() => undefined)
