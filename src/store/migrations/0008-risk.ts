// The rules with which accounts stop payments, and what their limits have counted.

export const risk = {
  name: '0008-risk',
  statements: [
    `create table risk_rules (
      account_id text primary key,
      rules text not null,
      updated_at text not null
    )`,
    `create table risk_counters (
      account_id text not null,
      counted text not null,
      subject text not null,
      period text not null,
      payments bigint not null,
      total_centavos bigint not null,
      primary key (account_id, counted, subject, period)
    )`,
    `create index risk_counters_by_period on risk_counters (period)`,
  ],
}
