import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { raw } from '../store/sql.ts'

const cancelledStatement = '57014'

const isCode = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && error.code === cancelledStatement

const spell = (seconds: number): string =>
  seconds % 60 === 0 && seconds >= 60
    ? `${seconds / 60} ${seconds === 60 ? 'minute' : 'minutes'}`
    : `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`

/** Lets the statements of a transaction take more memory and several processes of the database. */
export async function hasten(tx: Tx): Promise<void> {
  await tx.query(raw(`set local work_mem = '256MB'`))
  await tx.query(raw(`set local max_parallel_workers_per_gather = 4`))
}

/** Runs statements none of which may take longer than so many seconds; says so in the user's words when one does. */
export async function withStatementLimit<T>(tx: Tx, seconds: number, work: () => Promise<T>): Promise<T> {
  await tx.query(raw(`set local statement_timeout = '${seconds}s'`))
  try {
    return await work()
  } catch (error) {
    if (!isCode(error)) throw error
    if (/timeout/.test(error.message)) {
      throw new AppError('TOO_LARGE', {
        message: `This was stopped after ${spell(seconds)}, the longest a result may take. Narrow the criteria, a shorter period for example.`,
        cause: error,
      })
    }
    throw new AppError('CANCELLED', { cause: error })
  }
}
