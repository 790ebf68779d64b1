/** The commands that actions of a definition may name; the server's map has one for each, or it does not compile. */
export const commandNames = ['set-values'] as const

export type CommandName = (typeof commandNames)[number]
