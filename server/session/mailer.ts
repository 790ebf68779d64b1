import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { AppError } from '../errors.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  attachments?: readonly { readonly filename: string; readonly content: Buffer }[]
}

export interface Mailer {
  /** Hands a mail over; throws MAIL_FAILED when the mail server refuses it. */
  send(mail: Mail): Promise<void>
}

export interface MailSettings {
  smtpUrl: string | undefined
  from: string
  dataDir: string
}

/** Mails through SMTP, or without SMTP_URL into files <data>/outbox/*.eml that a developer can open. */
export function createMailer({ smtpUrl, from, dataDir }: MailSettings): Mailer {
  if (!smtpUrl) return outbox(join(dataDir, 'outbox'), from)
  const transport = createTransport(smtpUrl, { from })
  return {
    send: async (mail) => {
      await transport.sendMail(composed(mail)).catch((cause: unknown) => {
        throw new AppError('MAIL_FAILED', { cause })
      })
    },
  }
}

const composed = ({ attachments, ...mail }: Mail) => ({
  ...mail,
  ...(attachments ? { attachments: [...attachments] } : {}),
})

function outbox(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' }, { from })
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(composed(mail))
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Renamed when complete, so that nobody who watches the folder reads half a mail.
      await writeFile(join(folder, `.${name}`), message as Buffer, { mode: 0o600 })
      await rename(join(folder, `.${name}`), join(folder, name))
    },
  }
}
