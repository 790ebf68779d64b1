-- What rebates leave of a price stands with the margins of a quote, for those who may see costs, and no more in its lines.
do $$
begin
  if to_regclass('public.comprehensive_quote') is null then return; end if;
  update comprehensive_quote q
     set lines = (select jsonb_agg(l.line - 'net_price' order by l.place) from jsonb_array_elements(q.lines) with ordinality l (line, place)),
         margins = case when jsonb_typeof(q.margins) = 'array' then (
           select jsonb_agg(m.margin || jsonb_build_object('net_price', (
                    select l -> 'net_price' from jsonb_array_elements(q.lines) l where l -> 'line' = m.margin -> 'line' limit 1)) order by m.place)
             from jsonb_array_elements(q.margins) with ordinality m (margin, place)) else q.margins end
   where jsonb_typeof(q.lines) = 'array' and jsonb_array_length(q.lines) > 0 and q.lines @? '$[*].net_price';
  update history h
     set changes = jsonb_set(h.changes, '{lines}', (
           select jsonb_agg(case when jsonb_typeof(s.side) = 'array' then coalesce(
                    (select jsonb_agg(l.line - 'net_price' order by l.place) from jsonb_array_elements(s.side) with ordinality l (line, place)), '[]') else s.side end order by s.place)
             from jsonb_array_elements(h.changes -> 'lines') with ordinality s (side, place)))
   where h.screen = 'comprehensive-quote' and h.changes @? '$.lines[*][*].net_price';
end
$$;
