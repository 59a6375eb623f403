// What is to go wrong with the webhooks of one event, because the request that made it wanted to see that.

export const rehearsals = {
  name: '0011-rehearsals',
  statements: [
    'alter table events add column faults text',
    // Tiny: so that a look for events that want to be overtaken never walks through the others.
    'create index events_rehearsed on events (id) where faults is not null',
  ],
}
