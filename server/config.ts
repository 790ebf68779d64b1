import { resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from './start-error.ts'

const projectRoot = resolve(import.meta.dirname, '..')

// An empty variable in a .env file means "not set".
const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional())
const flag = (fallback: boolean) =>
  text.transform((value) => (value === undefined ? fallback : !/^(0|false|no|off)$/i.test(value)))
const whole = (fallback: number, min: number, max: number) =>
  z.preprocess(
    (value) => (value === '' || value === undefined ? fallback : value),
    z.coerce.number().int().min(min).max(max),
  )
const url = z.preprocess((value) => (value === '' ? undefined : value), z.url().optional())

const environment = z.object({
  PORT: z.preprocess(
    (value) => (value === '' ? undefined : value),
    z.coerce.number().int().min(0).max(65_535).optional(),
  ),
  HOST: text.transform((value) => value ?? '127.0.0.1'),
  PUBLIC_URL: url,
  DATABASE_URL: text,
  DATABASE_APP_URL: text,
  DATABASE_CONNECTIONS: whole(20, 2, 500),
  TIERLINE_DATA: text.transform((value) => resolve(value ?? resolve(projectRoot, '.data'))),
  TIERLINE_DEMO: flag(true),
  TIERLINE_SECRET: text,
  TIERLINE_TRUST_PROXY: flag(false),
  TIERLINE_UPLOAD_LIMIT_MB: whole(512, 1, 20_000),
  TIERLINE_FILES: text,
  TIERLINE_DROP: text,
  TIERLINE_INTEGRATION_HOSTS: text,
  TIERLINE_FILE_LIMIT_MB: whole(25, 1, 2_000),
  TIERLINE_REPORT_SECONDS: whole(300, 1, 86_400),
  LOG_LEVEL: z.preprocess(
    (value) => value || 'warn',
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  ),
  SMTP_URL: url,
  MAIL_FROM: text.transform((value) => value ?? 'Tierline <no-reply@tierline.example>'),
  CHAT_URL: url,
  CHAT_KEY: text,
  CHAT_MODEL: text.transform((value) => value ?? 'default'),
  TOKEN_HEADER: text.transform((value) => (value ?? 'x-access-token').toLowerCase()),
  IDP_DOMAIN: text.transform((value) => (value === undefined || /^https?:/.test(value) ? value : `https://${value}`)),
  CLIENT_ID: text,
  CLIENT_SECRET: text,
  REDIRECT_URI: url,
  IDP_SCOPE: text,
  IDP_TRUST_EMAIL: flag(false),
  PRODUCTION_SIGN_IN: flag(false),
  IDP_PROVISION_ORGANIZATION: text,
  IDP_PROVISION_ROLE: text,
})

/** The environment, read and checked in this one place. */
export function readConfig(variables: NodeJS.ProcessEnv = process.env) {
  const read = environment.safeParse(variables)
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new StartError(
      `The environment is not right:\n${lines.join('\n')}\nThe file .env.example explains every variable.`,
    )
  }
  const env = read.data
  return {
    root: projectRoot,
    port: env.PORT ?? 4180,
    /** An explicit port is never exchanged for a free one. */
    portIsFixed: env.PORT !== undefined,
    host: env.HOST,
    publicUrl: env.PUBLIC_URL,
    databaseUrl: env.DATABASE_URL,
    databaseAppUrl: env.DATABASE_URL === undefined ? undefined : env.DATABASE_APP_URL,
    databaseConnections: env.DATABASE_CONNECTIONS,
    dataDir: env.TIERLINE_DATA,
    clientDir: resolve(projectRoot, 'dist'),
    demo: env.TIERLINE_DEMO,
    trustProxy: env.TIERLINE_TRUST_PROXY,
    uploadLimit: env.TIERLINE_UPLOAD_LIMIT_MB * 1_000_000,
    /** Where documents and pictures of records lie. */
    filesDir: resolve(env.TIERLINE_FILES ?? resolve(env.TIERLINE_DATA, 'files')),
    /** Where batch jobs take files from and leave them. */
    dropDir: resolve(env.TIERLINE_DROP ?? resolve(env.TIERLINE_DATA, 'drop')),
    /** The servers that integrations may call; every public one unless set. */
    integrationHosts: env.TIERLINE_INTEGRATION_HOSTS,
    fileLimit: env.TIERLINE_FILE_LIMIT_MB * 1_000_000,
    reportSeconds: env.TIERLINE_REPORT_SECONDS,
    logLevel: env.LOG_LEVEL,
    secret: env.TIERLINE_SECRET,
    tokenHeader: env.TOKEN_HEADER,
    /** The language model that words answers of the assistant; none unless set. */
    chat: env.CHAT_URL === undefined ? undefined : { url: env.CHAT_URL, key: env.CHAT_KEY, model: env.CHAT_MODEL },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    oidc: {
      issuer: env.IDP_DOMAIN,
      clientId: env.CLIENT_ID,
      clientSecret: env.CLIENT_SECRET,
      redirectUrl: env.REDIRECT_URI,
      scope: env.IDP_SCOPE,
      trustEmail: env.IDP_TRUST_EMAIL,
      productionSignIn: env.PRODUCTION_SIGN_IN,
      provisionOrganization: env.IDP_PROVISION_ORGANIZATION,
      provisionRole: env.IDP_PROVISION_ROLE,
    },
  }
}

export type Config = ReturnType<typeof readConfig>
