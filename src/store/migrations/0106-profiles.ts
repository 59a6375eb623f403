// What a merchant is called and where it is reached, its logo, and the daily closing that it wants.
import { check } from './checks.ts'

export const profiles = {
  name: '0106-profiles',
  statements: [
    `create table profiles (
      account_id text primary key,
      trade_name text not null,
      legal_name text not null,
      rfc text not null,
      phone text not null,
      email text not null,
      site text not null,
      colour text not null,
      logo text not null,
      closing text not null,
      closed_day text not null,
      closing_due_at text,
      changed_at text not null
    )`,
    `create index profiles_closing_due on profiles (closing_due_at) where closing_due_at is not null`,
    `create table logos (
      account_id text primary key,
      digest text not null,
      type text not null,
      width bigint not null,
      height bigint not null,
      content text not null
    )`,
    ...check('profiles', { closing: ['off', 'es', 'en'] }),
    ...check('logos', { type: ['image/png', 'image/jpeg'], width: '> 0', height: '> 0' }),
  ],
}
