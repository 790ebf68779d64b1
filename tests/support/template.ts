/** The database that the global set-up prepares: every migration applied, no rows. Test files clone it. */
export const templateName = 'tierline'
