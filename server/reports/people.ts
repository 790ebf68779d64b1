import { sql, type Sql } from '../store/sql.ts'

/**
 * The people of an organisation, `email` and how each is called (`person`): by name, with the address behind it where two have the same.
 * Who has no user any more is in no row.
 */
export const peopleSql = (organizationId: number): Sql => sql`
  (select u.email, case when count(*) over (partition by u.name) > 1 then concat(u.name, ' (', u.email, ')') else u.name end as person
     from app_user u where u.organization_id = ${organizationId})`
