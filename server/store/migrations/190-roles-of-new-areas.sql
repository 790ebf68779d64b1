-- Roles from before queries, prices, promotions and profit optimization get of these what they held of the like, once (decision 397).
create function implied_permissions(held text[], apps text[]) returns text[] language sql immutable as $$
  with rule (implied, by, app) as (values
    ('queries.read', 'results.read', null), ('queries.write', 'results.write', null), ('queries.manage', 'views.manage', null),
    ('pricing.read', 'contracts.read', 'Pricing'), ('pricing.write', 'contracts.write', 'Pricing'), ('pricing.upload', 'contracts.write', 'Pricing'),
    ('pricing.delete', 'contracts.delete', 'Pricing'), ('pricing.approve', 'contracts.approve', 'Pricing'),
    ('profit.read', 'results.read', 'Profit Optimization'), ('profit.write', 'contracts.write', 'Profit Optimization'),
    ('profit.upload', 'contracts.write', 'Profit Optimization'), ('profit.delete', 'contracts.delete', 'Profit Optimization'),
    ('promotions.read', 'contracts.read', 'Promotions'), ('promotions.write', 'contracts.write', 'Promotions'),
    ('promotions.upload', 'contracts.write', 'Promotions'), ('promotions.delete', 'contracts.delete', 'Promotions'),
    ('promotions.approve', 'contracts.approve', 'Promotions'))
  select coalesce(array_agg(r.implied order by r.implied), '{}') from rule r
   where not '*' = any(held)
     and (r.by = any(held) or split_part(r.by, '.', 1) || '.*' = any(held))
     and (r.app is null or r.app = any(apps))
     -- Who made a role with the area in mind has decided.
     and not exists (select from unnest(held) h where split_part(h, '.', 1) = split_part(r.implied, '.', 1))
$$;

do $$
begin
  -- The first start of a new database has no roles yet: those of its organizations are made with everything.
  if to_regclass('public.role') is null then return; end if;
  alter table role add column if not exists update_note text;
  with given as (
    select r.organization_id, r.id, r.permissions as before, implied_permissions(r.permissions, coalesce(r.authorized_apps, '{}')) as added
      from role r where r.permissions is not null),
  changed as (
    update role r
       set permissions = g.before || g.added, row_version = r.row_version + 1, updated_at = now(), updated_by = null,
           update_note = 'Given by an update, as the role held the like before: ' || array_to_string(g.added, ', ')
      from given g where g.organization_id = r.organization_id and g.id = r.id and cardinality(g.added) > 0
    returning r.organization_id, r.id, g.before, r.permissions as after)
  insert into history (organization_id, screen, record_id, user_id, operation, changes)
  select c.organization_id, 'user-role', c.id, null, 'update', jsonb_build_object('permissions', jsonb_build_array(to_jsonb(c.before), to_jsonb(c.after)))
    from changed c;
end
$$;

drop function implied_permissions(text[], text[]);
