// Which wrapped keys have been used, for what request, and what came of it: one wrapped key opens one message.

export const envelopeClaims = {
  name: '0019-envelope-claims',
  statements: [
    `create table envelope_claims (
      wrapped_key text primary key,
      request text not null,
      generation integer not null,
      claimed_at bigint not null,
      outcome text
    )`,
    // For deleting them when the RSA keys of their time are gone. Rows lie in the order in which they came: of the pages that a claim
    // changes, only that of its key is one that others hardly touch.
    'create index envelope_claims_by_generation on envelope_claims (generation)',
  ],
}
