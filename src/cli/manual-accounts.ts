// The commands that look after accounts, as the manual says them.
import type { Page } from './manual-page.ts'

export const accountPages: Readonly<Record<string, Page>> = {
  accounts: { words: 0, options: ['json'], summary: 'list accounts and their keys', examples: ['cobro accounts'] },
  'accounts list': { words: 0, options: ['json'], summary: 'the same', examples: ['cobro accounts list --json'] },
  'accounts open': {
    words: 2,
    synopsis: 'NAME EMAIL',
    options: ['json'],
    summary: 'open an account; prints its credential once',
    examples: ['cobro accounts open "Mi Tienda" pagos@mitienda.mx'],
  },
  'accounts key': {
    words: 2,
    synopsis: 'ACCOUNT EMAIL',
    options: ['publishable', 'scopes', 'name', 'expires', 'json'],
    summary: 'issue another credential; without scopes it may do everything',
    examples: ['cobro accounts key acc_… caja@mitienda.mx --scopes charge --name "Caja 2"'],
  },
  'accounts roll': {
    words: 1,
    synopsis: 'APP_KEY',
    options: ['grace', 'json'],
    summary: 'give a credential a new secret; the one before works for 24 hours more',
    examples: ['cobro accounts roll sk_live_… --grace 1'],
  },
  'accounts revoke': {
    words: 1,
    synopsis: 'APP_KEY',
    options: ['json'],
    summary: 'revoke a credential at once',
    examples: ['cobro accounts revoke sk_live_…'],
  },
  'accounts fee': {
    words: 5,
    synopsis: 'ACCOUNT METHOD PERCENT [FIXED [DISPUTE]]',
    options: ['json'],
    summary: 'set what an account pays for POS, OXX or SPE, and for a disputed card payment; IVA comes on top',
    examples: ['cobro accounts fee acc_… POS 2.9 2.50', 'cobro accounts fee acc_… POS 2.9 2.50 300'],
  },
  'accounts refund-fee': {
    words: 3,
    synopsis: 'ACCOUNT METHOD back|kept',
    options: ['json'],
    summary: 'set whether the fee comes back with refunds',
    examples: ['cobro accounts refund-fee acc_… POS kept'],
  },
  'accounts suspend': {
    words: 1,
    synopsis: 'ACCOUNT',
    options: ['because', 'json'],
    summary: 'let an account take no new payments and pay nothing out to it; it reads and refunds as before',
    examples: ['cobro accounts suspend acc_… --because "Contracargos sin respuesta"'],
  },
  'accounts reopen': {
    words: 1,
    synopsis: 'ACCOUNT',
    options: ['json'],
    summary: 'let a suspended account take payments again; what waited is paid out',
    examples: ['cobro accounts reopen acc_…'],
  },
  'accounts limits': {
    words: 3,
    synopsis: 'ACCOUNT PAYMENT|any DAY|any',
    options: ['json'],
    summary: 'set the largest payment that an account takes, and its sales of a day, in pesos',
    examples: ['cobro accounts limits acc_… 20000 150000', 'cobro accounts limits acc_… any any'],
  },
  'accounts second-person': {
    words: 2,
    synopsis: 'ACCOUNT AMOUNT|off',
    options: ['json'],
    summary:
      'let people at the console give back more than an amount, make keys with power and send money to new places in twos only',
    examples: ['cobro accounts second-person acc_… 5000', 'cobro accounts second-person acc_… off'],
  },
}
