export const apostrophe = 39

/** White space, or the first byte of a character that may be some. */
export const mayBeBlank = (byte: number): boolean =>
  byte <= 32 || byte === 0xc2 || (byte >= 0xe1 && byte <= 0xe3) || byte === 0xef

/** Whether the last character may be white space: no-break space, or one of three bytes. */
export const endsBlank = (data: Uint8Array, start: number, end: number): boolean =>
  (end - start >= 2 && data[end - 2] === 0xc2) ||
  (end - start >= 3 && mayBeBlank(data[end - 3]!) && data[end - 3]! > 127)

const isBlank = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13)

/**
 * Takes the outer blanks of ASCII off a cell in place and answers where it ends then. A cell that an apostrophe begins stays
 * as it is: what the apostrophe stands for is decided first.
 */
export function withoutBlanks(cell: Buffer, start: number, end: number): number {
  let [first, last] = [start, end]
  while (first < last && isBlank(cell[first]!)) first += 1
  if (cell[first] === apostrophe && first < last) return end
  while (last > first && isBlank(cell[last - 1]!)) last -= 1
  if (first > start) cell.copyWithin(start, first, last)
  return start + last - first
}
