import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import type { FileStore } from '../engine/files/file-store.ts'
import { screensOf } from '../engine/own-screens.ts'
import { RecordApi } from '../engine/record-api.ts'
import { effectiveScreen } from '../engine/effective-screens.ts'
import type { UploadService } from '../engine/upload/service.ts'
import type { HookMap } from '../hooks/registry.ts'
import type { Secrets } from '../session/secrets.ts'
import type { Services } from '../services.ts'

/** What types of jobs work with. */
export interface JobServices extends Omit<Services, 'session'> {
  readonly uploads: UploadService
  readonly hooks: HookMap
  readonly files: FileStore
  readonly secrets: Secrets
}

/** The records of a screen as the caller of a job may use them. */
export async function recordsOf(
  services: JobServices,
  caller: Caller,
  name: string,
): Promise<{ screen: Screen; api: RecordApi }> {
  const screen = await effectiveScreen(services, caller, name)
  const screens = await screensOf(services, caller)
  return { screen, api: new RecordApi({ db: services.db, hooks: services.hooks, screens }, screen, caller) }
}
