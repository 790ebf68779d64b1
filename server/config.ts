import { resolve } from 'node:path'
import { z } from 'zod'
import { StartError } from './start-error.ts'

const projectRoot = resolve(import.meta.dirname, '..')

// An empty variable in a .env file means "not set".
const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().optional())
const flag = (fallback: boolean) => text.transform((value) => (value === undefined ? fallback : !/^(0|false|no|off)$/i.test(value)))
const whole = (fallback: number, min: number, max: number) =>
  z.preprocess((value) => (value === '' || value === undefined ? fallback : value), z.coerce.number().int().min(min).max(max))
const url = z.preprocess((value) => (value === '' ? undefined : value), z.url().optional())

const environment = z.object({
  PORT: z.preprocess((value) => (value === '' ? undefined : value), z.coerce.number().int().min(0).max(65_535).optional()),
  HOST: text.transform((value) => value ?? '127.0.0.1'),
  PUBLIC_URL: url,
  DATABASE_URL: text,
  DATABASE_CONNECTIONS: whole(20, 2, 500),
  TIERLINE_DATA: text.transform((value) => resolve(value ?? resolve(projectRoot, '.data'))),
  TIERLINE_DEMO: flag(true),
  TIERLINE_SECRET: text,
  TIERLINE_TOKEN_HEADER: text.transform((value) => (value ?? 'x-access-token').toLowerCase()),
  TIERLINE_TRUST_PROXY: flag(false),
  TIERLINE_UPLOAD_LIMIT_MB: whole(512, 1, 20_000),
  LOG_LEVEL: z.preprocess((value) => value || 'warn', z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])),
  SMTP_URL: url,
  MAIL_FROM: text.transform((value) => value ?? 'Tierline <no-reply@localhost>'),
  OIDC_ISSUER: url,
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  OIDC_REDIRECT_URL: url,
})

/** The environment, read and checked in this one place. */
export function readConfig(variables: NodeJS.ProcessEnv = process.env) {
  const read = environment.safeParse(variables)
  if (!read.success) {
    const lines = read.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new StartError(`The environment is not right:\n${lines.join('\n')}\nThe file .env.example explains every variable.`)
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
    databaseConnections: env.DATABASE_CONNECTIONS,
    dataDir: env.TIERLINE_DATA,
    clientDir: resolve(projectRoot, 'dist'),
    demo: env.TIERLINE_DEMO,
    secret: env.TIERLINE_SECRET,
    tokenHeader: env.TIERLINE_TOKEN_HEADER,
    trustProxy: env.TIERLINE_TRUST_PROXY,
    uploadLimit: env.TIERLINE_UPLOAD_LIMIT_MB * 1_000_000,
    logLevel: env.LOG_LEVEL,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    oidc: {
      issuer: env.OIDC_ISSUER,
      clientId: env.OIDC_CLIENT_ID,
      clientSecret: env.OIDC_CLIENT_SECRET,
      redirectUrl: env.OIDC_REDIRECT_URL,
    },
  }
}

export type Config = ReturnType<typeof readConfig>
