-- How a product's firmware wants its commands over ThingsBoard RPC; null: as by default.
alter table product add column command_map jsonb;
