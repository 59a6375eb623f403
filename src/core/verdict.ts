// What a network's notice is about, and what became of it.

export const noticeKinds = ['payment', 'transfer', 'charge', 'dispute', 'dispute-outcome', 'statement'] as const

/**
 * `recorded`: what it says is on record now. `known`: it was already, or the record is further. `unknown`: this network was asked for no such
 * thing. `contradiction`: no move leads from the record to what it says. The last two change nothing, and an operator decides.
 */
export type NoticeVerdict = 'recorded' | 'known' | 'unknown' | 'contradiction'
