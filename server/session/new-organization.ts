import { type Application, type Screen, validateRecord } from '#src/definition'
import { type Caller, demand } from '../authorize.ts'
import { AppError, type Issue } from '../errors.ts'
import { sql } from '../store/sql.ts'
import { newLink } from './mail-tokens.ts'
import { inviteMail } from './mails.ts'
import { createOrganizationIn, createUserIn } from './seed.ts'
import type { SessionServices } from './services.ts'

interface OrganizationValues {
  code: string
  name: string
  app_title: string
  app_types?: readonly Application[] | null
  global_font?: 'IBM Plex Serif' | 'IBM Plex Sans' | 'Inter' | null
  color_theme?: string | null
  global_color?: string | null
  administrator_email?: string | null
  administrator_name?: string | null
}

/** Creates an organisation of its own with the starting roles and invites its first administrator. Throws FORBIDDEN without platform.organizations, VALIDATION with all issues. */
export async function foundOrganization(
  s: SessionServices,
  caller: Caller,
  screen: Screen,
  body: Record<string, unknown>,
): Promise<{ organizationId: number }> {
  demand(caller, screen.access.create)
  const { values, email, administrator } = organizationValues(screen, body, s.clock())
  const { mail, organizationId } = await s.db.system(async (tx) => {
    const taken = await takenIssues(values.code, email)
    if (taken.length > 0) throw new AppError('VALIDATION', { issues: taken })
    const created = await createOrganizationIn(tx, s.screens, {
      code: values.code,
      name: values.name,
      appTitle: values.app_title,
      appTypes: values.app_types ?? undefined,
      globalFont: values.global_font ?? undefined,
      colorTheme: values.color_theme ?? undefined,
      globalColor: values.global_color ?? undefined,
      administratorName: administrator,
      administratorEmail: email,
    })
    const userId = await createUserIn(tx, {
      organizationId: created,
      email,
      name: administrator,
      role: 'ADMINISTRATOR',
      status: 'invited',
    })
    const link = await newLink(s, tx, { purpose: 'invite', organizationId: created, userId, email, mailed: true })
    return {
      organizationId: created,
      mail: inviteMail({ to: email, name: administrator, organization: values.name, link }),
    }

    async function takenIssues(code: string, address: string): Promise<Issue[]> {
      const [codes, addresses] = [
        await tx.query(sql`select id from organization where code = ${code}`),
        await tx.query(sql`select email from account where email = ${address}`),
      ]
      return [
        ...codes.map(() => ({ path: ['code'], code: 'taken', message: 'Another organization has this code.' })),
        ...addresses.map(() => ({
          path: ['administrator_email'],
          code: 'taken',
          message: 'This address signs in to an account already.',
        })),
      ]
    }
  })
  s.background.run(() => s.mailer.send(mail))
  return { organizationId }
}

function organizationValues(screen: Screen, body: Record<string, unknown>, now: Date) {
  const { values, issues } = validateRecord(screen.fields, body, {
    mode: 'create',
    today: now.toISOString().slice(0, 10),
  })
  const organization = values as unknown as OrganizationValues
  const email = organization.administrator_email?.trim().toLowerCase() ?? ''
  const administrator = organization.administrator_name?.trim() ?? ''
  const found: Issue[] = [...issues]
  if (!email)
    found.push({
      path: ['administrator_email'],
      code: 'required',
      message: 'Somebody has to be its first administrator.',
    })
  if (!administrator)
    found.push({
      path: ['administrator_name'],
      code: 'required',
      message: 'The name of the first administrator is needed.',
    })
  if (found.length > 0) throw new AppError('VALIDATION', { issues: found })
  return { values: organization, email, administrator }
}
