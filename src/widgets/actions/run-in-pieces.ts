import type { ActionAnswer } from '#src/widgets/outcome/outcome.ts'

/** What an action answers for a piece of what a filter finds; `next` tells where the next one begins, null that none is left. */
export interface ActionPiece extends ActionAnswer {
  readonly next: number | null
}

/** How far an action has come that goes through records piece by piece. */
export interface Walk {
  readonly looked: number
  /** null where it is not known how many there are. */
  readonly total: number | null
  readonly isStopping?: boolean
  /** What ended it before all were looked at; absent or null where it was stopped by hand. */
  readonly error?: unknown
}

/** What a walk came to. */
export interface Walked {
  /** What became of those that were looked at. */
  readonly answer: ActionAnswer
  readonly looked: number
  readonly isWhole: boolean
  readonly error: unknown
}

const lookedAt = ({ done, skipped, failed }: ActionAnswer): number => done + skipped.length + failed.length

/** Goes through what a filter finds, one piece after the other; what is done stays done when one fails or it is stopped. Throws what the first piece throws. */
export async function runInPieces(
  ask: (after: number) => Promise<ActionPiece>,
  isStopped: () => boolean,
  onProgress: (looked: number) => void,
): Promise<Walked> {
  let answer: ActionAnswer = { done: 0, skipped: [], failed: [], given: [] }
  let after: number | null = 0
  let error: unknown = null
  while (after !== null && !isStopped()) {
    try {
      const piece: ActionPiece = await ask(after)
      answer = {
        done: answer.done + piece.done,
        skipped: [...answer.skipped, ...piece.skipped],
        failed: [...answer.failed, ...piece.failed],
        given: [...answer.given, ...piece.given],
      }
      after = piece.next
      onProgress(lookedAt(answer))
    } catch (cause) {
      if (after === 0) throw cause
      error = cause
      break
    }
  }
  return { answer, looked: lookedAt(answer), isWhole: after === null, error }
}
