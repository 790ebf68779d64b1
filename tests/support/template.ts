/** The database that the global set-up prepares: every migration applied, no rows. Test files clone it. */
export const templateName = 'tierline'

/** The same with every table of the product's screens, so that not every test file makes hundreds of them anew. */
export const productTemplateName = 'tierline_product'
