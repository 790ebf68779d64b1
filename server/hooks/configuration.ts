import type { Screen } from '#src/definition'
import { knownSetting } from '../engine/configuration-keys.ts'
import { alwaysKeepsHistory } from '../engine/document-assignment.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import { formFieldsOf, raiseVersion } from '../engine/form-fields.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import { insertionWords, messageWithId, strangeInsertions } from '../engine/messages/catalogue.ts'
import { screensOf } from '../engine/own-screens.ts'
import { AppError, type Issue } from '../errors.ts'
import type { SessionServices } from '../session/services.ts'

type Services = Pick<SessionServices, 'db' | 'screens'>

const invalid = (path: string, message: string): Issue => ({ path: [path], code: 'invalid', message })

/** Messages, settings and reports by functionality: checked against what the product really has, and in force at once. */
export const configurationHooks = (
  services: Services,
): Record<
  'message' | 'default-config' | 'document-assignment' | 'master-data-config' | 'report-by-functionality',
  RecordHooks
> => ({
  message: messageHooks(services),
  'default-config': {
    beforeWrite: async ({ caller }, values, current) => {
      const { key, field, value } = { ...current, ...values } as Record<string, string | null>
      const setting = knownSetting(key ?? '')
      if (!setting) return []
      const fits = setting.fits(value ?? '')
      const isKnown = field === '*' || screenNamed(await screensOf(services, caller), field ?? '') !== undefined
      return [
        ...(fits ? [] : [invalid('value', setting.expects)]),
        ...(isKnown ? [] : [invalid('field', `There is no screen ${field ?? ''}; * means all of them.`)]),
      ]
    },
  },
  'document-assignment': {
    beforeWrite: async ({ caller }, values, current) => {
      const line = { ...current, ...values }
      const document = line['document_type'] as string | null
      const screen = screenNamed(await screensOf(services, caller), document ?? '')
      if (document !== '*' && !screen)
        return [invalid('document_type', `There is no screen or report named ${document ?? ''}; * means all of them.`)]
      return line['save_master_data_history'] === false && screen?.table && alwaysKeepsHistory(screen)
        ? [
            invalid(
              'save_master_data_history',
              `${screen.plural} always keep their history: it tells who changed them.`,
            ),
          ]
        : []
    },
    afterWrite: (context) => inForce(services, context),
    beforeDelete: (context) => inForce(services, context),
  },
  'master-data-config': {
    beforeWrite: async ({ caller }, values, current) => {
      const { app_functionality: name } = { ...current, ...values } as Record<string, string | null>
      const screen = screenNamed(await screensOf(services, caller), name ?? '')
      return screen?.table && ['masters', 'membership', 'transactions'].includes(screen.area)
        ? []
        : [invalid('app_functionality', `There is no master named ${name ?? ''}.`)]
    },
  },
  'report-by-functionality': {
    beforeWrite: async ({ caller }, values, current) => {
      const { functionality, report, parameter } = { ...current, ...values } as Record<string, string | null>
      return reportIssues(await screensOf(services, caller), functionality ?? '', report ?? '', parameter ?? null)
    },
  },
})

function reportIssues(
  screens: readonly Screen[],
  functionality: string,
  report: string,
  parameter: string | null,
): Issue[] {
  const result = screenNamed(screens, report)?.result
  const parameters = result?.parameters.map(({ name }) => name) ?? []
  return [
    ...(screenNamed(screens, functionality)?.table
      ? []
      : [invalid('functionality', `There is no screen with records named ${functionality}.`)]),
    ...(result ? [] : [invalid('report', `There is no report ${report}.`)]),
    ...(parameter !== null && result && !parameters.includes(parameter)
      ? [invalid('parameter', `The report has no such criterion; it has ${parameters.join(', ')}.`)]
      : []),
  ]
}

/** Has every process look at what is configured anew. */
async function inForce({ db }: Pick<Services, 'db'>, { tx, caller }: HookContext): Promise<void> {
  await raiseVersion(tx, caller.organizationId)
  formFieldsOf(db).touched(caller.organizationId)
}

function messageHooks({ db, screens }: Services): RecordHooks {
  return {
    beforeWrite: async ({ caller }, values, current) => {
      const { message_id: id, text } = { ...current, ...values } as Record<string, string | null>
      const message = messageWithId(await screensOf({ db, screens }, caller), id ?? '')
      if (!message) return [invalid('message_id', `There is no message ${id ?? ''}.`)]
      if (!current) {
        const { functionality, kind, standard_text } = message
        Object.assign(values, { functionality, kind, standard_text, insertions: insertionWords(message) })
      }
      const strange = strangeInsertions(text ?? '', message)
      return strange.length === 0
        ? []
        : [invalid('text', `{${strange[0]}} cannot be inserted here. What can: ${insertionWords(message)}`)]
    },
    afterWrite: (context) => inForce({ db }, context),
    beforeDelete: async (context, records) => {
      const { caller } = context
      const known = await screensOf({ db, screens }, caller)
      if (records.some((record) => record['language'] === 'en' && messageWithId(known, String(record['message_id']))))
        throw new AppError('WRONG_STATE', {
          message: 'English texts are not deleted. Reset a message to show its standard text again.',
        })
      await inForce({ db }, context)
    },
  }
}
