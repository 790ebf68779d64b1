import type { Field } from './field.ts'

/** Whether a criterion holds something by default and may hold nothing all the same; an address says so by `without` (decision 237). */
export const mayBeEmptied = ({ required, default: usual }: Field): boolean => !required && usual !== undefined
