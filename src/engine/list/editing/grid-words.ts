import { notify } from '#src/ui/notify.ts'
import type { Refusal } from './staging.ts'

const cells = (count: number): string => (count === 1 ? 'One cell is' : `${count} cells are`)
const columns = (count: number): string => (count === 1 ? 'one column lies' : `${count} columns lie`)

/** Says what of a paste or a fill was not taken over, and why. */
export function tellLeft({ locked, beyond = 0 }: { readonly locked: number; readonly beyond?: number }): void {
  const parts = [
    ...(locked > 0 ? [`${cells(locked)} locked and stayed as before`] : []),
    ...(beyond > 0 ? [`${columns(beyond)} beyond the last one`] : []),
  ]
  if (parts.length > 0) notify.warning('Not everything was taken over', { description: `${parts.join('; ')}.` })
}

/** What was saved into a cell that one has changed here as well, and by whom as far as that is known. */
export function savedMeanwhile(value: string, { isOwn }: Pick<Refusal, 'isOwn'>): string {
  if (isOwn === true) return `You saved ${value} here in another window`
  return isOwn === false ? `Somebody else saved ${value} here meanwhile` : `${value} was saved here meanwhile`
}

/** The same of a whole record, in short. */
export const changedMeanwhile = ({ isOwn }: Pick<Refusal, 'isOwn'>): string =>
  isOwn === true
    ? 'Changed by you in another window'
    : isOwn === false
      ? 'Changed by somebody else meanwhile'
      : 'Changed meanwhile'

/** What the other value is called beside one's own. */
export const takeOther = ({ isOwn }: Pick<Refusal, 'isOwn'>): string => (isOwn === true ? 'Take that' : 'Take theirs')
