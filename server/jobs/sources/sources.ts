import { databaseSource } from './database.ts'
import { httpsSource } from './https.ts'
import { sftpSource } from './sftp.ts'
import type { Source } from './source.ts'

/** What brings things from elsewhere, by the name that integrations give it. */
export const sources: Readonly<Record<string, Source>> = {
  https: httpsSource,
  database: databaseSource,
  sftp: sftpSource,
}
