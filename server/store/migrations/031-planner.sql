-- Under row-level security PostgreSQL looks into an index only for comparisons that are marked leakproof: those that tell
-- nothing of a row but by their answer. Numbers and patterns are as tight-lipped as texts and dates, but not marked; without
-- the mark a filter by amount reads the whole table. Only a superuser may mark them: elsewhere lists work, and are slower.
do $$
declare
  name text;
begin
  foreach name in array array['numeric_eq', 'numeric_ne', 'numeric_lt', 'numeric_le', 'numeric_gt', 'numeric_ge'] loop
    execute format('alter function pg_catalog.%I(numeric, numeric) leakproof', name);
  end loop;
  foreach name in array array['textlike', 'textnlike', 'texticlike', 'texticnlike', 'textcat'] loop
    execute format('alter function pg_catalog.%I(text, text) leakproof', name);
  end loop;
exception when insufficient_privilege then
  raise notice 'The database user is no superuser: filters by amount and pattern will not use indexes';
end
$$;

-- For parts of words in searched fields that are indexed; schema sync leaves those indexes out where this is missing.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise notice 'pg_trgm and btree_gin are not available: searches read whole tables';
end
$$;
