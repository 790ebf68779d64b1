import type { Screen } from '#src/definition'
import type { JobTypes } from '#server/jobs/job-type.ts'
import { multipartFile } from './multipart.ts'
import { goodPassword, sessionApp, type Answer, type SessionApp } from './session-app.ts'

type Record_ = Record<string, unknown>

/** The product with two organisations, and short ways to call it as one of its people. */
export async function uploadApp(
  screens: readonly Screen[] = [],
  { jobTypes = {}, environment = {} }: { jobTypes?: JobTypes; environment?: Record<string, string> } = {},
) {
  const product: SessionApp = await sessionApp(environment, screens, {}, jobTypes)
  const a = await product.organization({ code: 'N', name: 'North' })
  const b = await product.organization({ code: 'S', name: 'South' })
  const person = (organizationId: number, email: string, name: string, role: string) =>
    product.user({ organizationId, email, name, role, password: goodPassword })
  await person(a, 'a@north.example', 'Ann North', 'ADMINISTRATOR')
  await person(a, 'n@north.example', 'Nia Lyst', 'ANALYST')
  await person(a, 'r@north.example', 'Rea Der', 'READER')
  await person(b, 'b@south.example', 'Bob South', 'ADMINISTRATOR')
  const token = async (email: string) => (await product.signIn(email)).token
  const tokens = {
    north: await token('a@north.example'),
    analyst: await token('n@north.example'),
    reader: await token('r@north.example'),
    south: await token('b@south.example'),
  }
  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body: unknown, as: string): Promise<Answer> =>
    product.call(method, `/api/${path}`, { token: as, ...(body === undefined ? {} : { body }) })

  const api = {
    product,
    tokens,
    get: (path: string, as = tokens.north) => call('GET', path, undefined, as),
    post: (path: string, body: unknown, as = tokens.north) => call('POST', path, body, as),
    put: (path: string, body: unknown, as = tokens.north) => call('PUT', path, body, as),
    del: (path: string, as = tokens.north) => call('DELETE', path, undefined, as),
    send: (path: string, content: string | Buffer, name = 'file.csv', as = tokens.north) =>
      product.call('POST', `/api/${path}`, { token: as, ...multipartFile(name, content) }),
    /** Waits until an import does nothing any more. */
    settled: async (id: unknown): Promise<Record_> => {
      for (;;) {
        const upload = (await api.get(`uploads/${String(id)}?wait=0.2`)).body.response!
        if (!['checking', 'committing', 'staging'].includes(String(upload['state']))) return upload
      }
    },
    /** Sends a file and checks it; answers the import before and after. */
    checked: async (
      content: string | Buffer,
      format: object,
      functionality = 'SalesDataUploadFormat',
      name = 'file.csv',
    ) => {
      const answer = await api.send(`uploads?app-functionality=${functionality}`, content, name)
      if (answer.status !== 201) throw new Error(`The file was not received: ${JSON.stringify(answer.body)}`)
      const staged = answer.body.response!
      const id = Number(staged['id'])
      const started = await api.post(`uploads/${id}/check`, { format })
      if (started.status !== 202) throw new Error(`The check did not start: ${JSON.stringify(started.body)}`)
      return { id, staged, upload: await api.settled(id) }
    },
  }
  return api
}

/** The records of an answer. */
export const recordsOf = (answer: Answer): Record_[] => answer.body.response?.['records'] as Record_[]

/** A field filled from a column. */
export const column = (field: string, name: string, more: object = {}) => ({
  field,
  source: 'column',
  column: name,
  ...more,
})
