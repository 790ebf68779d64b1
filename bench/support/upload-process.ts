import { spawn } from 'node:child_process'
import { createReadStream, statSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { endProcessWithBench } from './end-with-bench.ts'

export interface UploadServer {
  readonly url: string
  readonly databaseUrl: string
  readonly pid: number
  call<T = unknown>(method: string, path: string, body?: unknown): Promise<T>
  upload<T = unknown>(path: string, file: string, name: string): Promise<T>
  stop(): Promise<void>
}

/** Starts the product in a process of its own on a fresh database and signs in. */
export async function startUploadServer(dataDir: string): Promise<UploadServer> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'upload-server.ts')], {
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TIERLINE_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  endProcessWithBench(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()))
    void ended.then(() => reject(new Error('The server did not start')))
  })
  const { url, databaseUrl, email, password } = JSON.parse(line) as Record<
    'url' | 'databaseUrl' | 'email' | 'password',
    string
  >
  let token = ''
  const send = async <T>(method: string, path: string, body?: BodyInit, type?: string): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) }
    const answer = await fetch(`${url}/api/${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    const { response, message } = (await answer.json()) as { response: T; message?: string }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${message}`)
    return response
  }
  const call = <T>(method: string, path: string, body?: unknown) =>
    send<T>(
      method,
      path,
      body === undefined ? undefined : JSON.stringify(body),
      body === undefined ? undefined : 'application/json',
    )
  token = (await call<{ token: string }>('POST', 'login', { email, password })).token
  return {
    url,
    databaseUrl,
    pid: child.pid!,
    call,
    upload: <T>(path: string, file: string, name: string) => sendFile<T>(`${url}/api/${path}`, token, file, name),
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Streams a file as a browser's form does, with as little work on this side as can be. */
async function sendFile<T>(url: string, token: string, file: string, name: string): Promise<T> {
  const boundary = 'tierline-bench'
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const call = request(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + statSync(file).size + tail.length,
    },
  })
  const answered = new Promise<{ status: number; body: { response: T; message?: string } }>((resolve, reject) => {
    call.on('error', reject)
    call.on('response', (answer) =>
      json(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body: body as { response: T } }), reject),
    )
  })
  call.write(head)
  createReadStream(file, { highWaterMark: 262_144 })
    .on('end', () => call.end(tail))
    .pipe(call, { end: false })
  const { status, body } = await answered
  if (status >= 300) throw new Error(`POST ${url}: ${status} ${body.message}`)
  return body.response
}
