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
    // For deleting claims whose RSA keys are gone. Rows are stored in the order of arrival, so of the pages that a new claim changes only
    // the page of its key (random) is rarely in memory.
    'create index envelope_claims_by_generation on envelope_claims (generation)',
  ],
}
