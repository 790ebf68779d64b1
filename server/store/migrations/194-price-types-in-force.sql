-- Prices whose change waits keep the type they were approved with; what they were before the change is not known of those that wait now.
do $$
begin
  if to_regclass('public.price_list_data') is null then return; end if;
  alter table price_list_data add column if not exists price_type_in_force text;
  update price_list_data set price_type_in_force = price_type where price_in_force is not null;
end
$$;
