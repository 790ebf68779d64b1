import type { DescribedArea, DescribedPart } from './described-parts.ts'
import type { IndexedCall } from './document.ts'

/** Addresses of the files of a page by their names. */
export type Addresses = (name: string) => string

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const text = (value: string): string => value.replaceAll(/[&<>"']/g, (mark) => escapes[mark]!)

const pageOf = (title: string, address: Addresses, head: string, main: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${text(title)}</title>
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
    <script src="${address('look.mjs')}"></script>
${head}
    <link rel="stylesheet" href="${address('page.css')}" />
  </head>
  <body>
    <main class="page">
${main}
    </main>
  </body>
</html>
`

const partLink = ({ name, title }: DescribedPart): string =>
  `<li><a href="/api/docs/calls/${encodeURIComponent(name)}">${text(title)}</a></li>`

const areaSection = ({ area, label, parts }: DescribedArea): string => `
        <section id="${text(area)}" aria-labelledby="${text(area)}-heading">
          <h2 id="${text(area)}-heading">${text(label)}</h2>
          <ul>${parts.map(partLink).join('')}</ul>
        </section>`

/** The index of the API: every part in its area, and a search over the calls of all. */
export const indexPage = (areas: readonly DescribedArea[], address: Addresses): string =>
  pageOf(
    'Tierline API',
    address,
    `    <script type="module" src="${address('index.mjs')}"></script>`,
    `      <nav class="crumbs" aria-label="Breadcrumb"><a href="/">Tierline</a></nav>
      <h1>Tierline API</h1>
      <p>
        Every screen answers to the same calls: lists, records, bulk changes, uploads and results. <code>POST /login</code>
        gives a token that goes along as <code>Authorization: Bearer …</code>; who is signed in to the product in this
        browser can try each call here.
      </p>
      <p><a href="/api/docs/json">The whole description</a> (OpenAPI 3.1, JSON), for tools and generated clients.</p>
      <search class="find">
        <label for="find">Find a call</label>
        <input id="find" type="search" placeholder="Path, words or screen" autocomplete="off" spellcheck="false" />
        <kbd>/ searches</kbd>
      </search>
      <p id="told" role="status"></p>
      <ul id="results" aria-label="Calls that were found" hidden></ul>
      <div id="areas">${areas.map(areaSection).join('')}
      </div>`,
  )

// Drawn by the sheet of what shows them, so that nothing moves when that has loaded.
const callRows = ({ title }: DescribedPart, calls: readonly IndexedCall[]): string =>
  `<div class="swagger-ui"><ul>${calls
    .map(
      ([method, path, summary, operationId]) =>
        `<li class="opblock opblock-${method.toLowerCase()}"><a class="opblock-summary" href="#/${encodeURIComponent(title)}/${encodeURIComponent(operationId)}">` +
        `<span class="opblock-summary-method">${method}</span> <span class="opblock-summary-path">${text(path)}</span> ` +
        `<span class="opblock-summary-description">${text(summary)}</span></a></li>`,
    )
    .join('')}</ul></div>`

/** The page of a part; one that is not known here may belong to an organisation, which its script finds out. */
export const partPage = (
  name: string,
  known:
    | { readonly part: DescribedPart; readonly area: DescribedArea; readonly calls: readonly IndexedCall[] }
    | undefined,
  address: Addresses,
): string =>
  pageOf(
    known ? `${known.part.title} · Tierline API` : 'Tierline API',
    address,
    `    <link rel="preload" as="script" href="${address('swagger-ui-bundle.js')}" />
    <link rel="stylesheet" href="${address('swagger-ui.css')}" />
    <script type="module" async src="${address('calls.mjs')}"></script>`,
    `      <nav class="crumbs" aria-label="Breadcrumb"><a href="/api/docs">Tierline API</a>${
      known ? ` / <a href="/api/docs#${text(known.area.area)}">${text(known.area.label)}</a>` : ''
    }</nav>
      <h1>${known ? text(known.part.title) : 'Calls'}</h1>
      <p id="described"${known ? '' : ' hidden'}><a href="/api/docs/calls/${encodeURIComponent(name)}/json">The description of these calls</a> (OpenAPI 3.1, JSON)</p>
      <div id="calls" data-part="${text(name)}" data-tool="${address('swagger-ui-bundle.js')}" aria-busy="true">
${known ? callRows(known.part, known.calls) : '<p role="status">Loading the calls…</p>'}
      </div>`,
  )
