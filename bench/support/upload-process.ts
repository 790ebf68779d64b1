import { spawn } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { join } from 'node:path'

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
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()))
    void ended.then(() => reject(new Error('The server did not start')))
  })
  const { url, databaseUrl, email, password } = JSON.parse(line) as Record<'url' | 'databaseUrl' | 'email' | 'password', string>
  let token = ''
  const send = async <T>(method: string, path: string, body?: BodyInit, type?: string): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, ...(type ? { 'content-type': type } : {}) }
    const answer = await fetch(`${url}/api/${path}`, { method, headers, ...(body === undefined ? {} : { body }) })
    const { response, message } = (await answer.json()) as { response: T; message?: string }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${message}`)
    return response
  }
  const call = <T>(method: string, path: string, body?: unknown) => send<T>(method, path, body === undefined ? undefined : JSON.stringify(body), body === undefined ? undefined : 'application/json')
  token = (await call<{ token: string }>('POST', 'login', { email, password })).token
  return {
    url,
    databaseUrl,
    pid: child.pid!,
    call,
    upload: async <T>(path: string, file: string, name: string) => {
      const form = new FormData()
      form.append('file', await openAsBlob(file), name)
      return send<T>('POST', path, form)
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}
