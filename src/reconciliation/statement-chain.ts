// The statements in one file of a bank: of each account, one begins with the balance that the one before ended with.

/** Opening and closing balance of one statement; undefined where it states none that can be read. */
export interface Ends {
  opening: number | undefined
  closing: number | undefined
}

/**
 * Says of each statement of a file whether it follows from the one before of its account, from the first to the last or from the last to the
 * first. One between them that is absent shows here.
 */
export function statementChain(): (account: string, ends: Ends) => boolean {
  const chains = new Map<string, { before: Ends; isDown: boolean; isUp: boolean }>()
  return (account, ends) => {
    const chain = chains.get(account)
    if (chain === undefined) {
      chains.set(account, { before: ends, isDown: true, isUp: true })
      return true
    }
    chain.isDown &&= isSame(chain.before.closing, ends.opening)
    chain.isUp &&= isSame(ends.closing, chain.before.opening)
    chain.before = ends
    return chain.isDown || chain.isUp
  }
}

/** What is not stated contradicts nothing. */
function isSame(one: number | undefined, other: number | undefined): boolean {
  return one === undefined || other === undefined || one === other
}
