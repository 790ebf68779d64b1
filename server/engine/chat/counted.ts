/** "2 records"; null for none of them. */
export const counted = (count: number, one: string): string | null =>
  count === 0 ? null : `${count} ${count === 1 ? one : `${one}s`}`
