import { renewContracts, type Renewed } from '../../contracts/renewal.ts'
import { screenOf } from '../../contracts/versions.ts'
import { booksDay } from '../../caller-day.ts'
import { demandUse } from '../../engine/screen-access.ts'
import type { JobType } from '../job-type.ts'
import type { JobServices } from '../services.ts'

const severities: Readonly<Record<Renewed['step'], 'info' | 'warning' | 'error'>> = {
  prolong: 'info',
  tell: 'info',
  expire: 'info',
  wait: 'warning',
  failed: 'error',
}

/** Tells of contracts that end soon, prolongs those that go on by themselves, and sets those that ended to Expired. */
export const contractRenewal =
  ({ screens }: JobServices): JobType =>
  async ({ tx, run, caller, log }) => {
    const screen = screenOf({ screens }, 'contract')
    demandUse(caller, screen, 'update')
    const became = await renewContracts(
      { tx, caller, screen, screens, hooks: {} },
      { today: booksDay(caller), days: Number(run.body['notice_days'] ?? 0) },
    )
    for (const { step, message } of became) log(severities[step], message)
    const count = (...steps: readonly Renewed['step'][]): number =>
      became.filter(({ step }) => steps.includes(step)).length
    return {
      message: `${count('prolong')} prolonged, ${count('tell')} told of, ${count('expire')} expired, ${count('wait', 'failed')} left.`,
      updated: count('prolong', 'tell', 'expire'),
      ...(count('failed') > 0 ? { isPartial: true, rejected: count('failed') } : {}),
    }
  }
