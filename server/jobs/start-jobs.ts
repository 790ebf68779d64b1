import { followDays } from '../engine/approval/follow-days.ts'
import { followSubstitutions } from '../engine/approval/follow.ts'
import { tellByMail } from '../engine/approval/tell.ts'
import { folderStore } from '../engine/files/file-store.ts'
import { settleReceived } from '../engine/jobs/received-file.ts'
import { jobChannel } from '../engine/jobs/run-record.ts'
import { UploadService } from '../engine/upload/service.ts'
import { createHooks } from '../hooks/registry.ts'
import type { Services } from '../services.ts'
import type { JobTypes } from './job-type.ts'
import { enqueueDue } from './scheduler.ts'
import type { JobServices } from './services.ts'
import { contractRenewal } from './types/contract-renewal.ts'
import { exportList } from './types/export-list.ts'
import { paymentFile } from './types/payment-file.ts'
import { fileUpload } from './types/file-upload.ts'
import { runIntegration } from './types/integration.ts'
import { purgeLogs, refreshIndexes } from './types/upkeep.ts'
import { salesForecast } from './types/sales-forecast.ts'
import { JobWorker } from './worker.ts'

const lookEvery = 1_000

const typesOf = (services: JobServices): JobTypes => ({
  file_upload: fileUpload(services),
  integration: runIntegration(services),
  export: exportList(services),
  payment_file: paymentFile(services),
  sales_forecast: salesForecast(services),
  contract_renewal: contractRenewal(services),
  refresh_indexes: refreshIndexes(services),
  purge_logs: purgeLogs(services),
})

/** Works on batch jobs in this process from now on, beside any number of others; resolves to how to end that. */
export async function startJobs(
  services: Services,
): Promise<{ readonly services: JobServices; readonly stop: () => Promise<void> }> {
  const { db, log, config, session } = services
  const hooks = createHooks(session)
  const uploads = new UploadService({ ...services, hooks })
  const forJobs: JobServices = {
    ...services,
    hooks,
    uploads,
    files: folderStore(config.filesDir),
    secrets: session.secrets,
  }
  const worker = new JobWorker(db, log, { ...typesOf(forJobs), ...services.jobTypes })
  const failed = (error: unknown) => log.error({ err: error }, 'batch jobs could not be looked after')
  const wake = () => void worker.wake().catch(failed)
  const unlisten = await db.listen({
    [jobChannel]: (payload) => {
      const [what, organizationId, runId] = payload.split(' ')
      if (what === 'cancel') void worker.cancel(Number(organizationId), Number(runId)).catch(failed)
      else wake()
    },
  })
  let looking: Promise<void> | undefined
  const tell = tellByMail(session)
  let looks = 0
  const look = async () => {
    await enqueueDue(db, session.clock())
    await worker.recover()
    await settleReceived(db)
    await worker.wake()
    await followSubstitutions(session, tell)
    // A day turns once: a minute late is early enough.
    if (looks++ % 60 === 0) await followDays(session, tell)
  }
  // A notification that was lost is made good by looking.
  const timer = setInterval(() => {
    looking ??= look()
      .catch(failed)
      .finally(() => (looking = undefined))
  }, lookEvery).unref()
  wake()
  const stop = async () => {
    clearInterval(timer)
    await looking
    await worker.stop()
    await uploads.jobs.stop()
    await unlisten()
  }
  return { services: forJobs, stop }
}
