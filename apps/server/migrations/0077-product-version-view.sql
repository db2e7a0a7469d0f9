-- What a product said at a time: values of an earlier system are judged by the version that was in force when they were
-- observed.
create view v_product_version as
  select product_id, in_force_from, model from product_version;
