-- A slave is one place on its master: an address, a channel, or both (domain 2.2).
alter table device add column slave_addr integer check (slave_addr between 1 and 247);
drop index device_channel_unique;
create unique index device_channel_unique on device (master_id, channel, coalesce(slave_addr, 0))
  where not deleted and master_id is not null;
create unique index device_slave_addr_unique on device (master_id, slave_addr)
  where not deleted and master_id is not null and channel is null;
-- Who hangs on a master, which the other index answers for those with a channel only.
create index device_master on device (master_id) where not deleted and master_id is not null;
