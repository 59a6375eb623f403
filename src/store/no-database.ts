// The error for settings that name no database which this program can use.

/** The settings name no Cobro database with the schema of this version. The message says what to do. */
export class NoDatabase extends Error {}
