import type { SortKey } from './screen-list.ts'

/** Reads a sort key as written: '-billing_date' is descending. */
export const parseSortKey = (key: string): SortKey =>
  key.startsWith('-') ? { field: key.slice(1), descending: true } : { field: key, descending: false }

/** Writes a sort key as `parseSortKey` reads it. */
export const printSortKey = ({ field, descending }: SortKey): string => `${descending ? '-' : ''}${field}`
