// Reports of networks that nobody could act on, reports that the sandbox makes later, and cancellations that a network refused later.

export const networkReports = {
  name: '0042-network-reports',
  statements: [
    `create table unread_reports (
      id text primary key,
      network text not null,
      call text not null,
      why text not null,
      body text not null,
      digest text not null,
      times bigint not null,
      received_at text not null,
      closed_at text
    )`,
    `create unique index unread_reports_digest on unread_reports (digest)`,
    `create index unread_reports_open on unread_reports (id) where closed_at is null`,
    `create table sandbox_reports (
      id text primary key,
      account_id text not null,
      notification text not null,
      times bigint not null,
      due_at text
    )`,
    `create index sandbox_reports_due on sandbox_reports (due_at, id) where due_at is not null`,
    `alter table reversals add column refused_later integer not null default 0`,
    `create index reversals_refused_later on reversals (operation_id) where refused_later = 1`,
  ],
}
