import { mixed, mixedWords } from '#src/definition/mixed.ts'

/** Stands where a total would be if its amounts were of one currency. */
export const mixedMark = (
  <span className="relative font-normal text-ink-2" data-tip={mixedWords}>
    {mixed}
    <span className="sr-only">. {mixedWords}</span>
  </span>
)
