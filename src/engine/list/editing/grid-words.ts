import { notify } from '#src/ui/notify.ts'

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
