import { id, join, sql, type Sql } from '../../store/sql.ts'

/** Whether the row of that alias holds on a day; both its days are included, one that is not named is without end. */
export const holdsOnDay = (alias: string, day: Sql): Sql =>
  sql`daterange(${id(alias, 'valid_from')}, ${id(alias, 'valid_to')}, '[]') @> ${day}`

/** Whether the roster line of that alias counts on the days it covers: also one that was ended, up to its last day. */
export const rosterCounts = (alias: string): Sql =>
  sql`(${id(alias, 'status')} = 'active' or ${id(alias, 'status')} = 'terminated' and ${id(alias, 'valid_to')} is not null)`

interface Need {
  /** What is told where it does not hold. */
  readonly words: Sql
  readonly holds: Sql
}

const rosterOf = (day: Sql): Sql => sql`
  membership_roster n where n.organization_id = a.organization_id and n.owner_id = g.owner_id and n.member_number = a.member_number and ${holdsOnDay('n', day)}`

const contractOf = (day: Sql): Sql => sql`
  membership_contract k where k.organization_id = a.organization_id and k.contract_group = a.contract_group and k.status = 'active' and ${holdsOnDay('k', day)}`

const isMeant = sql`
  (k.members <> 'primary' or n.is_primary)
  and (k.class_of_trade is null or k.class_of_trade = coalesce(n.class_of_trade, (
        select u.class_of_trade from customer u where u.organization_id = a.organization_id and u.customer_number = a.member_number)))`

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

/** Whether the activation `a` of the contract group `g` counts on a day that it covers: roster, contract, group and activation all hold on it. */
export const activationCounts = (day: Sql): Sql =>
  join(
    needs(day)
      .flat()
      .map(({ holds }) => holds),
    ' and ',
  )

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
