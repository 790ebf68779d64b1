/** The class of the advisory locks that mark imports as worked on. */
export const lockClass = 7_214_020
