/**
 * The hours of today in which reports said that it is lit: from one report to the next, and three intervals at most, so
 * that a lamp that fell silent is not lit for ever. The day is that of the platform's zone.
 */
export const litToday = (zone: string) => `select (sum(case when r.lit then extract(epoch from
    least(r.until - r.ts, make_interval(secs => 3 * t.report_interval_s))) end) / 3600)::float8
  from (select p.ts, p.readings->'lampOn' = 'true'::jsonb as lit, lead(p.ts, 1, now()) over (order by p.ts) as until
    from v_report p where p.device_id = t.id and p.ts >= date_trunc('day', now(), '${zone}') and p.ts <= now()
      and p.readings ? 'lampOn') r`
