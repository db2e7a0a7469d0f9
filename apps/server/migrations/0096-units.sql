-- In which units the people of a site read values, unless they choose their own: `pressure=bar, temperature=°F`.
alter table site_profile add column units text;

-- Limits of temperature are typed in the unit of whoever types them: 40 °F are 4.4444 °C, and must be 40 °F again.
drop view v_temp_probe;
alter table temp_scene alter column lower type numeric(8, 4), alter column upper type numeric(8, 4);
alter table temp_probe alter column own_lower type numeric(8, 4), alter column own_upper type numeric(8, 4),
  alter column lower type numeric(8, 4), alter column upper type numeric(8, 4);
alter table temp_limit alter column lower type numeric(8, 4), alter column upper type numeric(8, 4);
alter table temp_excursion alter column lower type numeric(8, 4), alter column upper type numeric(8, 4);
create view v_temp_probe as
  select device_id, probe_position, scene_id, own_lower, own_upper, own_hum_lower, own_hum_upper,
    lower, upper, hum_lower, hum_upper
  from temp_probe;
