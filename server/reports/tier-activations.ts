import { activationLacks } from '../engine/eligibility/membership-sql.ts'
import { sql } from '../store/sql.ts'
import {
  customerFieldsRead,
  holdsOn,
  memberColumnsSql,
  membersWanted,
  rosterFieldsRead,
  type MemberSource,
} from './members.ts'
import type { Report } from './report.ts'

/** The tiers members have on a day, and whether roster, contract and activation all hold so that they count. */
export const tierActivations = (source: MemberSource): Report => ({
  reads: {
    'membership-tier-activation': [
      'contract_group',
      'member_number',
      'tier',
      'activation_type',
      'commitment',
      'valid_from',
      'valid_to',
      'status',
    ],
    'membership-contract-group': ['contract_group', 'owner_id', 'valid_from', 'valid_to', 'status'],
    'membership-contract': ['contract_group', 'members', 'class_of_trade', 'valid_from', 'valid_to', 'status'],
    'membership-roster': [...rosterFieldsRead, 'is_primary', 'class_of_trade'],
    customer: [...customerFieldsRead, 'class_of_trade'],
  },
  statement: (parameters, { organizationId }) => {
    const day = parameters['valid_on']
    const { contract_group: group, tier } = parameters
    return sql`
    select m.*, m.missing is null as eligible from (
      select a.contract_group, g.owner_id, a.member_number, ${memberColumnsSql(source)}, r.member_class, a.tier, a.activation_type, a.commitment, a.valid_from, a.valid_to,
             ${activationLacks(sql`${day}::date`)} as missing
        from membership_tier_activation a
        join membership_contract_group g on g.organization_id = a.organization_id and g.contract_group = a.contract_group
        left join membership_roster r on r.organization_id = a.organization_id and r.owner_id = g.owner_id and r.member_number = a.member_number and ${holdsOn('r', day)}
        left join customer c on c.organization_id = a.organization_id and c.customer_number = a.member_number
       where a.organization_id = ${organizationId} and ${holdsOn('a', day)}
         ${group ? sql`and a.contract_group = ${group}::text` : sql``} ${tier ? sql`and a.tier = ${tier}::text` : sql``}) m
     where ${membersWanted(parameters)}${parameters['only_missing'] === true ? sql` and m.missing is not null` : sql``}`
  },
})
