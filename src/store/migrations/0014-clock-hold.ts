// Who moves the clock holds it meanwhile, so that of several processes one moves it at a time.

export const clockHold = {
  name: '0014-clock-hold',
  statements: ['alter table clock add column held_until bigint not null default 0'],
}
