// An event is written once: which events have no webhook deliveries yet says a queue. Until now the mark of an event wrote all of its row
// again, its body included.

export const fanOutQueue = {
  name: '0134-fan-out-queue-breaking',
  statements: [
    'create table fan_out_queue (event_id text primary key) without rowid',
    'insert into fan_out_queue (event_id) select id from events where fanned_out = 0',
    'drop index events_to_fan_out',
    'alter table events drop constraint events_fanned_out_check',
    'alter table events drop column fanned_out',
  ],
}
