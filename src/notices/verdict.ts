// What became of a network's notice.

/** `unknown` and `contradiction` change nothing, and the notice is kept for an operator. */
export type Verdict = 'recorded' | 'known' | 'unknown' | 'contradiction'
