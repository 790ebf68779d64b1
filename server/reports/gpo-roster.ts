import { sql } from '../store/sql.ts'
import {
  customerFieldsRead,
  differsSql,
  holdsOn,
  memberColumnsSql,
  membersWanted,
  rosterFieldsRead,
  type MemberSource,
} from './members.ts'
import type { Report } from './report.ts'

/** The members of owners on a day, with their addresses. */
export const gpoRoster = (source: MemberSource): Report => ({
  reads: {
    'membership-roster': [...rosterFieldsRead, 'member_id', 'class_of_trade', 'tier', 'is_primary'],
    customer: customerFieldsRead,
  },
  statement: (parameters, { organizationId }) => sql`
    select m.* from (
      select r.owner_id, r.member_number, ${memberColumnsSql(source)}, ${differsSql} as differs, r.member_id, r.class_of_trade, r.member_class,
             r.tier, r.is_primary, r.valid_from, r.valid_to, r.status
        from membership_roster r
        left join customer c on c.organization_id = r.organization_id and c.customer_number = r.member_number
       where r.organization_id = ${organizationId} and ${holdsOn('r', parameters['valid_on'])}) m
     where ${membersWanted(parameters)}${parameters['only_different'] === true ? sql` and m.differs is not null` : sql``}`,
})
