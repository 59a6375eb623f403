// Counts the turns of the event loop that a piece of work takes: how often others could do something meanwhile, on any machine.

export async function countedTurns<R>(work: () => Promise<R>): Promise<{ turns: number; result: R }> {
  let turns = 0
  let isOver = false
  const count = () => {
    if (isOver) return
    turns += 1
    setImmediate(count)
  }
  setImmediate(count)
  const result = await work().finally(() => {
    isOver = true
  })
  return { turns, result }
}
