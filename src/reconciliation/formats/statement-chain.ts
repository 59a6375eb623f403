// The statements in one file of a bank: of each account, one begins with the balance that the one before ended with, and none is a part alone.

/** Opening and closing balance of one statement. */
export interface Ends {
  opening: number
  closing: number
  /** Whether the opening balance is an intermediate one: the part before it has the real one. */
  isContinued: boolean
  /** Whether the closing balance is an intermediate one: another part follows. */
  goesOn: boolean
}

/** The statements of one account, as they come. */
interface Chain {
  first: Ends
  last: Ends
  isDown: boolean
  isUp: boolean
}

/**
 * Compares each statement of a file with the one before of its account, from the first to the last or from the last to the first. One between
 * them that is absent shows here, and `isWhole` says whether each account's begin with an opening balance and end with a closing one.
 */
export function statementChain(): { follows(account: string, ends: Ends): boolean; isWhole(): boolean } {
  const chains = new Map<string, Chain>()
  return {
    follows(account, ends) {
      const chain = chains.get(account)
      if (chain === undefined) {
        chains.set(account, { first: ends, last: ends, isDown: true, isUp: true })
        return true
      }
      chain.isDown &&= chain.last.closing === ends.opening
      chain.isUp &&= ends.closing === chain.last.opening
      chain.last = ends
      return chain.isDown || chain.isUp
    },
    isWhole: () =>
      [...chains.values()].every(
        ({ first, last, isDown, isUp }) => (isDown && isWhole(first, last)) || (isUp && isWhole(last, first)),
      ),
  }
}

function isWhole(oldest: Ends, newest: Ends): boolean {
  return !oldest.isContinued && !newest.goesOn
}
