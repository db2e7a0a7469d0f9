-- Certificates that devices show over TLS instead of a token. The handshake proves that they hold the key.
create table device_certificate (
  id bigint generated always as identity primary key,
  device_id bigint not null references device (id) on delete cascade,
  -- sha256 of the certificate, hexadecimal: one certificate is one device.
  fingerprint text not null unique,
  subject text not null,
  valid_from timestamptz not null,
  valid_until timestamptz not null,
  -- When a device last connected with it; written once a day.
  used_time timestamptz,
  create_by bigint,
  create_time timestamptz not null default now()
);
create index device_certificate_device on device_certificate (device_id);
