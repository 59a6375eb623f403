// The account of rows that are of no account.

/** Stands in the column of the account where a row is of the service as a whole. No account has it, and no answer shows it. */
export const NO_ACCOUNT = ''
