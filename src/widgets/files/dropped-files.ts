/** Files that were dropped on a table of rows, by the cell that is to send each of them. */
const waiting = new Map<string, File>()

/** Gives a file to the cell of this id, which sends it as soon as it is drawn. */
export const giveFile = (cell: string, file: File): void => void waiting.set(cell, file)

/** The file that was given to a cell, once. */
export function takeFile(cell: string): File | undefined {
  const file = waiting.get(cell)
  waiting.delete(cell)
  return file
}
