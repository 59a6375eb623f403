// What tells processes that something they remember has changed. It stands beside the clock, which is read with every credential.

export const versions = {
  name: '0012-versions',
  statements: ['alter table clock add column version bigint not null default 0'],
}
