-- The day of a moment in the time zone of an organization's books (decision 398); of UTC where it has chosen none.
-- plpgsql, since the table comes with the definitions, after the migrations.
create function books_day(organization bigint, at timestamptz default now()) returns date language plpgsql stable parallel safe as $$
begin
  return (at at time zone coalesce((select o.time_zone from organization o where o.organization_id = organization limit 1), 'UTC'))::date;
end
$$;
