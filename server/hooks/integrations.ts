import type { Issue } from '../errors.ts'
import type { Row } from '../engine/page.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import { secretContext } from '../engine/integration/secret.ts'
import { attributedScreens, screensOf } from '../engine/own-screens.ts'
import { readFormat } from '../engine/upload/format.ts'
import { followFormat } from '../engine/upload/stored-formats.ts'
import { isAbsent } from '#src/definition'
import { mayWriteField } from '../engine/screen-access.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
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
    beforeWrite: ({ caller, tx }, values, current) => {
      const [before, now] = [signsInAt(current ?? {}), signsInAt({ ...current, ...values })]
      // Whoever may change where it is sent does not know it for that.
      const isForgotten = isKept(current) && (now === null || now !== before)
      if (isForgotten) {
        values['secret_box'] = null
        values['has_secret'] = false
      }
      for (const name of ['secret', 'private_key']) {
        const secret = values[name]
        if (typeof secret === 'string' && secret !== '' && now !== null) {
          const code = String(current?.['code'] ?? values['code'])
          values['secret_box'] = seal(secrets, secret, secretContext(caller.organizationId, code)).toString('base64')
          values['has_secret'] = true
        }
        // Not even for the length of a transaction does it stand in its own column.
        if (name in values) values[name] = null
      }
      if (isForgotten && values['has_secret'] !== true) forgotten.add(tx)
      return Promise.resolve(addressIssues({ ...current, ...values }))
    },
    remarks: ({ tx }, record) => {
      const why =
        signsInAt(record) === null
          ? 'none is used any more'
          : 'it was meant for another address or another way to sign in'
      const words = `The password or key that was kept has been forgotten, since ${why}.`
      return Promise.resolve<Record<string, string>>(forgotten.has(tx) ? { secret_forgotten: words } : {})
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
    afterWrite: async ({ tx, caller }, record, current) => {
      if (!current) return
      const called = (row: Row) => ({ functionality: String(row['functionality']), name: String(row['name']) })
      const known = await attributedScreens({ db, screens }, caller)
      await followFormat(tx, { caller, screens: known }, called(current), called(record))
    },
  },
})

/** Transactions in which a secret was forgotten. */
const forgotten = new WeakSet<Tx>()

const isKept = (current: Row | null): boolean => Boolean(current?.['has_secret'] ?? current?.['secret_box'])

/** Where a secret is sent and as what; null where none is. */
function signsInAt(integration: Readonly<Record<string, unknown>>): string | null {
  const at = (...names: readonly string[]) =>
    [integration['source_type'], ...names.map((name) => integration[name] ?? null)].join(' ').toLowerCase()
  const { source_type: type, auth_type: auth, url } = integration
  if (type === 'database') return at('db_host', 'db_port')
  if (type === 'sftp') return at('sftp_host', 'sftp_port', 'sftp_auth')
  if (type !== 'https' || (auth ?? 'none') === 'none') return null
  return `${at('auth_type')} ${URL.canParse(String(url)) ? new URL(String(url)).origin : String(url)}`
}

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
