import { setTimeout as pause } from 'node:timers/promises'

const attempts = 6
const longestPause = 40

/** Whether PostgreSQL ended a transaction only because another one stood in its way. */
export const isCollision = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(40P01|40001)$/.test(String(error.code))

/** Does a transaction that others got in the way of again, after a pause of chance so that two of them do not meet anew. */
export async function untilAlone<T>(transaction: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transaction()
    } catch (error) {
      if (attempt === attempts || !isCollision(error)) throw error
      await pause(Math.random() * longestPause * attempt)
    }
  }
}
