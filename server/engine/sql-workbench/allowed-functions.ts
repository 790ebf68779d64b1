// What a statement may call, by name, all of pg_catalog: what reckons with values it is given and nothing else. Functions that
// run SQL of their own (query_to_xml, ts_stat), tell of the server or its settings (pg_…, current_setting), lock, wait, notify
// or read files are none of these; nor are those that make a text of any length out of nothing (repeat, lpad, format).
const names = `
abs ceil ceiling floor round trunc sign mod div power pow sqrt cbrt exp ln log log10 greatest least width_bucket gcd lcm factorial
scale min_scale trim_scale degrees radians sin cos tan asin acos atan atan2 pi random
numeric int2 int4 int8 float4 float8 money bool text varchar bpchar name char
length char_length character_length octet_length bit_length lower upper initcap btrim ltrim rtrim trim substr substring position strpos
left right reverse replace translate concat concat_ws split_part string_to_array array_to_string starts_with ascii chr md5 sha256 encode
decode overlay quote_literal like ilike notlike like_escape similar_to_escape similar_escape regexp_replace regexp_match regexp_matches regexp_like
regexp_count regexp_instr regexp_substr regexp_split_to_array regexp_split_to_table string_to_table normalize is_normalized unistr
to_char to_date to_number to_timestamp textcat
now date time timetz timestamp timestamptz interval age date_part date_trunc date_bin extract make_date make_time make_timestamp
make_timestamptz make_interval justify_days justify_hours justify_interval isfinite timezone overlaps date_add date_subtract
transaction_timestamp statement_timestamp clock_timestamp timeofday
count sum avg min max string_agg array_agg bool_and bool_or every stddev stddev_pop stddev_samp variance var_pop var_samp corr covar_pop
covar_samp regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy mode percentile_cont percentile_disc
any_value bit_and bit_or bit_xor grouping json_agg jsonb_agg json_object_agg jsonb_object_agg json_agg_strict jsonb_agg_strict range_agg
row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
array_length cardinality array_upper array_lower array_ndims array_position array_positions array_append array_prepend array_cat
array_remove array_replace array_sort array_reverse unnest generate_series generate_subscripts trim_array
to_json to_jsonb row_to_json array_to_json json_build_object jsonb_build_object json_build_array jsonb_build_array jsonb_typeof
json_typeof jsonb_array_length json_array_length jsonb_array_elements jsonb_array_elements_text json_array_elements json_array_elements_text
jsonb_each jsonb_each_text json_each json_each_text jsonb_object_keys json_object_keys jsonb_extract_path jsonb_extract_path_text
json_extract_path json_extract_path_text jsonb_set jsonb_insert jsonb_strip_nulls json_strip_nulls jsonb_pretty jsonb_path_query
jsonb_path_query_array jsonb_path_query_first jsonb_path_exists jsonb_path_match jsonb_to_record jsonb_to_recordset jsonb_object json_object
json jsonb
int4range int8range numrange daterange tsrange tstzrange lower_inc upper_inc lower_inf upper_inf isempty range_merge range_intersect
to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_headline
gen_random_uuid num_nulls num_nonnulls hashtext
`

/** The functions a statement of a user may call. */
export const allowedFunctions: ReadonlySet<string> = new Set(names.trim().split(/\s+/))
