import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another system that integrations call: what it answers is what tests put there; it remembers what it was asked. */
export async function sourceServer() {
  const answers = new Map<string, { body: string; type: string; headers?: Record<string, string>; status?: number }>()
  const asked: { path: string; authorization: string | undefined }[] = []
  const server = http.createServer((request, response) => {
    asked.push({ path: request.url ?? '', authorization: request.headers.authorization })
    const answer = answers.get(request.url ?? '')
    response.writeHead(answer?.status ?? (answer ? 200 : 404), {
      'content-type': answer?.type ?? 'text/plain',
      ...answer?.headers,
    })
    response.end(answer?.body ?? 'nothing here')
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked,
    csv: (path: string, body: string) => answers.set(path, { body, type: 'text/csv' }),
    json: (path: string, body: unknown, headers: Record<string, string> = {}) =>
      answers.set(path, { body: JSON.stringify(body), type: 'application/json', headers }),
    redirect: (path: string, to: string) =>
      answers.set(path, { body: '', type: 'text/plain', status: 302, headers: { location: to } }),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
