// The binary form of COPY: https://www.postgresql.org/docs/current/sql-copy.html
export const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
export const trailer = Buffer.from([0xff, 0xff])
/** Number of fields, and the first two with their lengths: number of the line, and whether it is odd. */
export const headBytes = 2 + (4 + 4) + (4 + 1)
