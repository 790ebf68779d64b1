-- How much of its root a unit is, following base units: a tonne is 1000 of KG, KG is 1 of KG.
create or replace function unit_root(organization bigint, unit text, out root text, out factor numeric)
language plpgsql stable as $$
declare
  step record;
  hops int := 0;
begin
  root := unit;
  factor := 1;
  loop
    select u.base_unit, u.factor into step from unit_of_measure u where u.organization_id = organization and u.uom = root;
    exit when not found or step.base_unit is null or step.factor is null or step.base_unit = root or hops >= 20;
    factor := factor * step.factor;
    root := step.base_unit;
    hops := hops + 1;
  end loop;
end $$;

-- How many of `target` one `unit` of a material is: by the material's own units first, then by what units are in general;
-- null where nothing says so.
create or replace function unit_factor(organization bigint, material text, unit text, target text) returns numeric
language plpgsql stable as $$
declare
  base text;
  from_base numeric;
  to_base numeric;
  a record;
  b record;
begin
  if unit is null or target is null or unit = target then return 1; end if;
  select m.base_uom into base from material m where m.organization_id = organization and m.material_number = material;
  if base is not null then
    if unit = base then from_base := 1;
    else select m.numerator / m.denominator into from_base from material_uom m
      where m.organization_id = organization and m.material_number = material and m.uom = unit;
    end if;
    if target = base then to_base := 1;
    else select m.numerator / m.denominator into to_base from material_uom m
      where m.organization_id = organization and m.material_number = material and m.uom = target;
    end if;
    if from_base is not null and to_base is not null then return from_base / to_base; end if;
  end if;
  select * into a from unit_root(organization, unit);
  select * into b from unit_root(organization, target);
  if a.root = b.root then return a.factor / b.factor; end if;
  return null;
end $$;
