// Where readiness is proved: a row is written and taken away again, to see that the database takes writes.

export const probes = {
  name: '0017-probes',
  statements: ['create table probes (filler text not null)'],
}
