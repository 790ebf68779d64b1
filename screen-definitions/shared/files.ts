/** Pictures that every browser shows. */
export const pictures = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']

/** Documents as partners send them: read, not run. */
export const documents = ['application/pdf', '.docx', '.doc', '.xlsx', '.xls', '.odt', 'image/png', 'image/jpeg']
