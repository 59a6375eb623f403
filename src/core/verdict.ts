// What became of a network's notice.

/**
 * `recorded`: what it says is on record now. `known`: it was already, or the record is further. `unknown`: this network was asked for no such
 * thing. `contradiction`: no move leads from the record to what it says. The last two change nothing, and an operator decides.
 */
export type NoticeVerdict = 'recorded' | 'known' | 'unknown' | 'contradiction'
