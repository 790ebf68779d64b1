import { id, join, sql, type Sql } from '../../store/sql.ts'

// Both days are included, one that is not named is without end.
const daysOf = (alias: string): Sql => sql`daterange(${id(alias, 'valid_from')}, ${id(alias, 'valid_to')}, '[]')`

/** Whether the row of that alias holds on a day; both its days are included, one that is not named is without end. */
export const holdsOnDay = (alias: string, day: Sql): Sql => sql`${daysOf(alias)} @> ${day}`

/** Whether the roster line of that alias counts on the days it covers: also one that was ended, up to its last day. */
export const rosterCounts = (alias: string): Sql =>
  sql`(${id(alias, 'status')} = 'active' or ${id(alias, 'status')} = 'terminated' and ${id(alias, 'valid_to')} is not null)`

/**
 * Activations of tiers, and what stands for one: a member of the owner of a contract group that needs none (`is_implied`), on the days of
 * its membership, with the tier of the roster or else that of the group.
 */
export const activationsSql = (organizationId: number): Sql => sql`
  select v.organization_id, v.contract_group, v.member_number, v.tier, v.activation_type, v.commitment, v.valid_from, v.valid_to, v.status, false as is_implied
    from membership_tier_activation v where v.organization_id = ${organizationId}
  union all
  select i.organization_id, i.contract_group, m.member_number, coalesce(m.tier, i.default_tier), null, null, m.valid_from, m.valid_to, 'active', true
    from membership_contract_group i join membership_roster m on m.organization_id = i.organization_id and m.owner_id = i.owner_id
   where i.organization_id = ${organizationId} and i.activation_required is false`

/**
 * The days on which activations count, and what stands for one: all that `activationLacks` asks for holds on each of them. Found once for
 * all lines, as the days that activation, roster, contract and group have in common.
 */
export const countedActivationsSql = (organizationId: number): Sql => sql`
  select a.organization_id, a.contract_group, a.member_number, lower(h.days) as valid_from, upper(h.days) - 1 as valid_to
    from (${activationsSql(organizationId)}) a
    join membership_contract_group g on g.organization_id = a.organization_id and g.contract_group = a.contract_group and g.status = 'active'
    join membership_roster n on n.organization_id = a.organization_id and n.owner_id = g.owner_id and n.member_number = a.member_number and ${rosterCounts('n')}
    join membership_contract k on k.organization_id = a.organization_id and k.contract_group = a.contract_group and k.status = 'active'
    left join lateral (
      select c.valid_from, c.valid_to from jsonb_to_recordset(coalesce(g.contracts, '[]'::jsonb)) as c(contract_number text, valid_from date, valid_to date)
       where c.contract_number = k.contract_number limit 1) c on true
   cross join lateral (
     select ${join(
       ['a', 'n', 'k', 'g', 'c'].map((alias) => daysOf(alias)),
       ' * ',
     )} as days) h
   where a.status = 'active' and not isempty(h.days) and ${isMeant}`

interface Need {
  /** What is told where it does not hold. */
  readonly words: Sql
  readonly holds: Sql
}

const rosterOf = (day: Sql): Sql => sql`
  membership_roster n where n.organization_id = a.organization_id and n.owner_id = g.owner_id and n.member_number = a.member_number and ${holdsOnDay('n', day)}`

const contractOf = (day: Sql): Sql => sql`
  membership_contract k where k.organization_id = a.organization_id and k.contract_group = a.contract_group and k.status = 'active' and ${holdsOnDay('k', day)}
   and not exists (
     select from jsonb_to_recordset(coalesce(g.contracts, '[]'::jsonb)) as c(contract_number text, valid_from date, valid_to date)
      where c.contract_number = k.contract_number and not ${holdsOnDay('c', day)})`

const isMeant = sql`
  (k.members <> 'primary' or n.is_primary) and (k.members <> 'activated' or not a.is_implied)
  and (k.class_of_trade is null or k.class_of_trade = coalesce(n.class_of_trade, (
        select u.class_of_trade from customer u where u.organization_id = a.organization_id and u.customer_number = a.member_number)))`

/** The tier of what stands for an activation `a` on a day: the one that the contract gives all its members, else its own. */
export const tierOnDay = (day: Sql): Sql => sql`
  case when a.is_implied then coalesce((
         select k.tier from ${contractOf(day)} and k.tier is not null and k.members <> 'activated' order by k.priority nulls last, k.contract_number limit 1), a.tier)
       else a.tier end`

/** What has to hold so that an activation `a` of the contract group `g` counts on a day. Of a list within it the first that does not hold is told. */
const needs = (day: Sql): readonly (readonly Need[])[] => [
  [
    { words: sql`'No membership on this day'`, holds: sql`exists (select from ${rosterOf(day)})` },
    {
      words: sql`'Membership is not active'`,
      holds: sql`exists (select from ${rosterOf(day)} and ${rosterCounts('n')})`,
    },
    {
      words: sql`'No contract for this member'`,
      holds: sql`(not exists (select from ${contractOf(day)})
        or exists (select from ${contractOf(day)} and exists (select from ${rosterOf(day)} and ${rosterCounts('n')} and ${isMeant})))`,
    },
  ],
  [{ words: sql`'No contract on this day'`, holds: sql`exists (select from ${contractOf(day)})` }],
  [
    { words: sql`'Contract group is not active'`, holds: sql`g.status = 'active'` },
    { words: sql`'Contract group does not hold on this day'`, holds: holdsOnDay('g', day) },
  ],
  [{ words: sql`'Activation is ' || a.status`, holds: sql`a.status = 'active'` }],
]

/** What keeps the activation `a` of the contract group `g` from counting on a day that it covers, in words; null where it counts. */
export const activationLacks = (day: Sql): Sql => sql`
  nullif(concat_ws(', ', ${join(
    needs(day).map(
      (chain) =>
        sql`case ${join(
          chain.map(({ words, holds }) => sql`when not (${holds}) then ${words}`),
          ' ',
        )} end`,
    ),
    ', ',
  )}), '')`
