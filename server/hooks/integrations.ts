import type { Issue } from '../errors.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import { secretContext } from '../engine/integration/secret.ts'
import { screensOf } from '../engine/own-screens.ts'
import { readFormat } from '../engine/upload/format.ts'
import { isAbsent } from '#src/definition'
import { mayWriteField } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import { seal } from '../session/secrets.ts'
import type { SessionServices } from '../session/services.ts'

/** Integrations keep passwords sealed; mappings are checked as upload formats are. */
export const integrationHooks = ({
  db,
  screens,
  secrets,
}: Pick<SessionServices, 'db' | 'screens' | 'secrets'>): Record<
  'integration' | 'integration-mapping',
  RecordHooks
> => ({
  integration: {
    beforeWrite: ({ caller }, values, current) => {
      for (const name of ['secret', 'private_key']) {
        const secret = values[name]
        if (typeof secret === 'string' && secret !== '') {
          const code = String(current?.['code'] ?? values['code'])
          values['secret_box'] = seal(secrets, secret, secretContext(caller.organizationId, code)).toString('base64')
          values['has_secret'] = true
        }
        // Not even for the length of a transaction does it stand in its own column.
        if (name in values) values[name] = null
      }
      return Promise.resolve(addressIssues({ ...current, ...values }))
    },
  },
  'integration-mapping': {
    beforeWrite: async ({ caller }, values, current) => {
      const functionality = current?.['functionality'] ?? values['functionality']
      const known = await screensOf({ db, screens }, caller)
      const screen = known.find(({ upload }) => upload?.functionality === functionality)
      if (!screen)
        return [
          {
            path: ['functionality'],
            code: 'invalid',
            message: `There is no upload functionality ${String(functionality)}`,
          },
        ]
      try {
        if (values['body']) values['body'] = readFormat(values['body'], screen)
        else if (!current) {
          const { fields: names, upsertOn } = screen.upload!
          const fields = screen.fields.filter(
            ({ name, required, default: given }) =>
              names.includes(name) &&
              mayWriteField(caller, screen, name) &&
              ((required && isAbsent(given)) || upsertOn.includes(name)),
          )
          const body = { fields: fields.map(({ name, label }) => ({ field: name, source: 'column', column: label })) }
          values['body'] = readFormat(body, screen)
        }
      } catch (error) {
        if (error instanceof AppError && error.issues) return error.issues
        throw error
      }
      return []
    },
  },
})

function addressIssues(integration: Readonly<Record<string, unknown>>): Issue[] {
  const { source_type: type, url } = integration
  if (type !== 'https' || typeof url !== 'string' || !URL.canParse(url)) return []
  const { protocol, username, password } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:')
    return [{ path: ['url'], code: 'invalid', message: 'An address begins with https://' }]
  return username || password
    ? [
        {
          path: ['url'],
          code: 'invalid',
          message: 'User and password belong into their own fields, where they are kept encrypted',
        },
      ]
    : []
}
