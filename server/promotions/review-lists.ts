import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { Scenario } from './scenario.ts'

type Reading = Pick<Tx, 'query'>

/** Every market that is asked and has not decided, with what the scenario costs there. */
export const waitingMarkets = (tx: Reading, organizationId: number) =>
  tx.query(sql`
    select t.id, r.scenario_number, t.description, t.product_line, r.country, r.status, t.submitted_by, t.submitted_at, t.currency,
           (select coalesce(sum(l.plan_cost), 0)::text from promotion_scenario_line l
             where l.organization_id = r.organization_id and l.scenario_number = r.scenario_number and l.country = r.country) as cost
      from promotion_market_review r
      join promotion_scenario t on t.organization_id = r.organization_id and t.scenario_number = r.scenario_number
     where r.organization_id = ${organizationId} and r.territory is null and r.status = 'open' and t.status = 'in_review'
     order by t.submitted_at, r.scenario_number, r.country`)

/** What each sticker is planned to do in a country. */
export const marketStickers = (tx: Reading, organizationId: number, scenario: Scenario, country: string) =>
  tx.query(sql`
    select l.sticker_code, s.sticker_name, s.sticker_type, count(*) as lines, count(*) filter (where l.fault is not null) as faulty,
           sum(l.volume) filter (where l.fault is null)::text as volume, coalesce(sum(l.plan_cash), 0)::text as cash,
           coalesce(sum(l.plan_coverage), 0)::text as coverage, coalesce(sum(l.plan_finance), 0)::text as finance, coalesce(sum(l.plan_cost), 0)::text as cost
      from promotion_scenario_line l
      left join promotion_sticker s on s.organization_id = l.organization_id and s.sticker_code = l.sticker_code
     where l.organization_id = ${organizationId} and l.scenario_number = ${scenario.scenario_number} and l.country = ${country}
     group by l.sticker_code, s.sticker_name, s.sticker_type order by sum(l.plan_cost) desc nulls last, l.sticker_code`)

/** The territories that are asked by themselves, of every scenario in review. */
export const openTerritories = (tx: Reading, organizationId: number) =>
  tx.query(sql`
    select t.id, r.scenario_number, t.description, r.country, r.territory, r.status, r.comment, r.decided_by, r.decided_at, t.currency,
           (select count(distinct l.material_number) from promotion_scenario_line l
             where l.organization_id = r.organization_id and l.scenario_number = r.scenario_number and l.territory = r.territory) as models,
           (select coalesce(sum(l.plan_cost), 0)::text from promotion_scenario_line l
             where l.organization_id = r.organization_id and l.scenario_number = r.scenario_number and l.territory = r.territory) as cost
      from promotion_market_review r
      join promotion_scenario t on t.organization_id = r.organization_id and t.scenario_number = r.scenario_number
     where r.organization_id = ${organizationId} and r.territory is not null and t.status = 'in_review'
     order by r.scenario_number, r.country, r.territory`)

/** What is planned of each material in a territory. */
export const territoryModels = (tx: Reading, organizationId: number, scenario: Scenario, territory: string) =>
  tx.query(sql`
    select l.material_number, m.material_description, p.model, count(*) as lines, sum(l.baseline_volume)::text as baseline_volume, sum(l.volume)::text as volume,
           coalesce(sum(l.plan_cost), 0)::text as cost
      from promotion_scenario_line l
      left join material m on m.organization_id = l.organization_id and m.material_number = l.material_number
      left join promotion_mapping p on p.organization_id = l.organization_id and p.material_number = l.material_number
       and p.valid_from <= ${scenario.valid_from}::date and coalesce(p.valid_to, 'infinity') >= ${scenario.valid_from}::date
     where l.organization_id = ${organizationId} and l.scenario_number = ${scenario.scenario_number} and l.territory = ${territory} and l.material_number is not null
     group by l.material_number, m.material_description, p.model order by sum(l.plan_cost) desc nulls last, l.material_number`)

/** Scenarios that were calculated, each beside its costings and how these stand. */
export const costingScenarios = (tx: Reading, organizationId: number) =>
  tx.query(sql`
    select t.id, t.scenario_number, t.description, t.status, t.planned_cost::text as planned_cost, t.currency,
           jsonb_agg(jsonb_build_object('id', c.id, 'costing_number', c.costing_number, 'approval_status', c.approval_status,
             'promotion_cost', c.promotion_cost::text, 'contribution', c.contribution::text, 'return_percent', c.return_percent::text) order by c.costing_number) as costings
      from promotion_scenario t
      join costing c on c.organization_id = t.organization_id and c.scenario = t.scenario_number
     where t.organization_id = ${organizationId}
     group by t.id, t.scenario_number, t.description, t.status, t.planned_cost, t.currency order by t.scenario_number desc`)
