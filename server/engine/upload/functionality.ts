import type { Screen } from '#src/definition'

/** The screen that takes files of a functionality, by its name or by another one that its definition gives it. */
export const screenTaking = (screens: readonly Screen[], functionality: string): Screen | undefined =>
  screens.find(
    ({ upload }) =>
      upload?.functionality === functionality || upload?.functionalityAliases?.includes(functionality) === true,
  )
