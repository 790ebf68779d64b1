import { activationLacks, activationsSql, tierOnDay } from '../engine/eligibility/membership-sql.ts'
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

/** The tiers members have on a day, by activation or since their contract group needs none, and whether roster, contract and activation all hold so that they count. */
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
    'membership-contract-group': [
      'contract_group',
      'owner_id',
      'activation_required',
      'default_tier',
      'contracts',
      'valid_from',
      'valid_to',
      'status',
    ],
    'membership-contract': [
      'contract_group',
      'contract_number',
      'members',
      'class_of_trade',
      'tier',
      'priority',
      'valid_from',
      'valid_to',
      'status',
    ],
    'membership-roster': [...rosterFieldsRead, 'tier', 'is_primary', 'class_of_trade'],
    customer: [...customerFieldsRead, 'class_of_trade'],
  },
  statement: (parameters, { organizationId }) => {
    const day = parameters['valid_on']
    const { contract_group: group, tier } = parameters
    return sql`
    select m.*, m.missing is null as eligible from (
      select a.contract_group, g.owner_id, a.member_number, ${memberColumnsSql(source)}, r.member_class, ${tierOnDay(sql`${day}::date`)} as tier, a.activation_type, a.commitment, a.valid_from, a.valid_to,
             ${activationLacks(sql`${day}::date`)} as missing
        from (${activationsSql(organizationId)}) a
        join membership_contract_group g on g.organization_id = a.organization_id and g.contract_group = a.contract_group
        left join membership_roster r on r.organization_id = a.organization_id and r.owner_id = g.owner_id and r.member_number = a.member_number and ${holdsOn('r', day)}
        left join customer c on c.organization_id = a.organization_id and c.customer_number = a.member_number
       where a.organization_id = ${organizationId} and ${holdsOn('a', day)}
         and not (a.is_implied and exists (
           select from membership_tier_activation x where x.organization_id = a.organization_id and x.contract_group = a.contract_group
              and x.member_number = a.member_number and x.status = 'active' and ${holdsOn('x', day)}))
         ${group ? sql`and a.contract_group = ${group}::text` : sql``}) m
     where ${membersWanted(parameters)}${tier ? sql` and m.tier = ${tier}::text` : sql``}${parameters['only_missing'] === true ? sql` and m.missing is not null` : sql``}`
  },
})
