-- Postings kept how often their contract had been written in the place of its version. The version that was in force is that of
-- the time of posting (decision 392), and of a posting that is taken back that of the posting itself; none where none had been approved.
do $$
begin
  if to_regclass('public.financial_posting') is null or to_regclass('public.contract_version') is null then return; end if;
  with recursive told as (
    select f.organization_id, f.posting_number, (
             select max(v.version) from contract_version v
              where v.organization_id = f.organization_id and v.contract_number = f.contract_number and coalesce(v.approved_at, v.created_at) <= f.created_at) as version
      from financial_posting f where f.reversal_of is null
    union all
    select f.organization_id, f.posting_number, t.version
      from told t join financial_posting f on f.organization_id = t.organization_id and f.reversal_of = t.posting_number)
  update financial_posting f set contract_version = t.version
    from told t
   where t.organization_id = f.organization_id and t.posting_number = f.posting_number and f.contract_version is distinct from t.version;

  if to_regclass('public.partner_statement_line') is null then return; end if;
  update partner_statement_line l set contract_version = f.contract_version
    from financial_posting f
   where f.organization_id = l.organization_id and f.posting_number = l.posting_number and l.contract_version is distinct from f.contract_version;
  -- Lines of several postings have the latest of theirs, as when they were written.
  update partner_statement_line l set contract_version = p.version
    from (
      select s.organization_id, s.id, max(f.contract_version) as version
        from partner_statement_line s
        join partner_statement h on h.organization_id = s.organization_id and h.statement_number = s.statement_number
        left join financial_posting f on f.organization_id = s.organization_id and f.contract_number = s.contract_number and f.posting_date = s.day
         and f.rule_no is not distinct from s.rule_no and f.claim_number is not distinct from s.claim_number and f.payee = h.partner_number
         and f.currency = s.currency and f.status <> 'rejected' and f.posting_type <> 'Accrual'
       where s.posting_number is null and s.contract_number is not null group by 1, 2) p
   where p.organization_id = l.organization_id and p.id = l.id and l.contract_version is distinct from p.version;
end
$$;
