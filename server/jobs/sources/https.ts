import type { IncomingMessage } from 'node:http'
import http from 'node:http'
import https from 'node:https'
import { AppError } from '../../errors.ts'
import { csvOf, recordsAt } from './json-to-csv.ts'
import { limited } from './limited.ts'
import type { Source, SourceContext } from './source.ts'

const patience = 60_000
const mostRedirects = 3
const mostPages = 1_000
const tooLarge = 'The answer is larger than what can be taken.'

const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80)

function demandAllowed({ hosts }: SourceContext, url: URL): void {
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && hosts.names(url.hostname, portOf(url))))
    throw new AppError('FORBIDDEN', { message: `${url.origin} is no encrypted address (https).` })
  hosts.demand(url.hostname, portOf(url))
}

function authorization({ integration }: SourceContext): Record<string, string> {
  const { auth_type: type, auth_user: user, secret } = integration
  if (type === 'basic') {
    const pair = Buffer.from(`${String(user ?? '')}:${secret ?? ''}`).toString('base64')
    return { authorization: `Basic ${pair}` }
  }
  return type === 'bearer' ? { authorization: `Bearer ${secret ?? ''}` } : {}
}

/** One call; the password goes to the server of the integration only, not to where it may send us. */
function call(context: SourceContext, url: URL, own: boolean): Promise<IncomingMessage> {
  demandAllowed(context, url)
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? https : http).get(
      url,
      {
        headers: { accept: 'application/json, text/csv;q=0.9, */*;q=0.5', ...(own ? authorization(context) : {}) },
        lookup: context.hosts.lookup(portOf(url)),
        signal: context.signal,
        timeout: patience,
      },
      resolve,
    )
    request.on('timeout', () =>
      request.destroy(new AppError('UNAVAILABLE', { message: `${url.host} does not answer.` })),
    )
    request.on('error', (error) =>
      reject(
        error instanceof AppError || context.signal.aborted
          ? error
          : new AppError('UNAVAILABLE', { message: `${url.host} cannot be reached: ${error.message}`, cause: error }),
      ),
    )
  })
}

async function answerOf(context: SourceContext, address: string): Promise<{ answer: IncomingMessage; url: URL }> {
  const first = new URL(address)
  let url = first
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const answer = await call(context, url, url.origin === first.origin)
    const { statusCode: status = 0, headers } = answer
    if (status >= 200 && status < 300) return { answer, url }
    answer.resume()
    if (status < 300 || status > 399 || !headers.location)
      throw new AppError('UNAVAILABLE', { message: `${url.host} answered ${status}.` })
    url = new URL(headers.location, url)
  }
  throw new AppError('UNAVAILABLE', { message: `${first.host} sends from one address to the next.` })
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string, url: URL): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new AppError('FILE_UNREADABLE', {
      message: `${url.host} answered with something that is no JSON.`,
      cause: error,
    })
  }
}

const nextPage = ({ headers }: IncomingMessage, url: URL): string | null => {
  const links = [headers['link'] ?? []].flat().join(',')
  const next = /<([^>]+)>\s*;[^,]*\brel="?next"?/i.exec(links)?.[1]
  return next ? new URL(next, url).href : null
}

/** Asks a web address: a file with columns as it is, JSON page by page. */
export const httpsSource: Source = async (context) => {
  const { integration, limit, progress } = context
  const address = String(integration['url'])
  if (integration['response_format'] !== 'json') {
    const { answer } = await answerOf(context, address)
    return context.write(`${integration.code.toLowerCase()}.csv`, limited(answer, limit, tooLarge))
  }
  const records: unknown[] = []
  let next: string | null = address
  let left = limit
  for (let page = 1; next !== null; page += 1) {
    if (page > mostPages) throw new AppError('TOO_LARGE', { message: `There are more than ${mostPages} pages.` })
    progress(`Page ${page}`, 0, 0)
    const { answer, url } = await answerOf(context, next)
    const text = await textOf(limited(answer, left, tooLarge))
    left -= text.length
    records.push(...recordsAt(parsed(text, url), String(integration['records_path'] ?? '')))
    next = nextPage(answer, url)
    // A password must not follow a link to somebody else.
    if (next !== null && new URL(next).origin !== new URL(address).origin)
      throw new AppError('FORBIDDEN', { message: 'The next page is at another server.' })
  }
  if (records.length > 0) await context.write(`${integration.code.toLowerCase()}.csv`, text(csvOf(records)))
}

async function* text(content: string): AsyncGenerator<string> {
  yield content
}
