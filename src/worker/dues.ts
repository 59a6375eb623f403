// When the next work of each task falls due: in one statement for all tasks that the database alone can tell of.
import type { DueExpression, Task } from '../core/task.ts'
import { dueReader, type FollowedDues } from '../store/queues/next-due.ts'
import type { StoreAndClock } from '../store/store.ts'

/** How long a task that the database cannot tell of is not asked again, unless something wakes it. */
const HOLDS_MS = 30_000

type Dues = Map<Task, string>

/** Reads when the next work of each task falls due. One statement reads all expressions; the other tasks are asked one by one. Tasks without work are left out. */
export function duesOf(needs: StoreAndClock, tasks: readonly Task[]): (until?: string) => Promise<Dues> {
  const asked = tasks.filter((task) => task.nextDueAt?.expression)
  const others = tasks.filter((task) => task.nextDueAt && !task.nextDueAt.expression)
  const readTogether = dueReader(needs, asked.map(expressionOf))
  return async (until) => {
    const [{ dues }, alone] = await Promise.all([
      readTogether(),
      Promise.all(others.map((task) => task.nextDueAt?.(until))),
    ])
    return new Map([...pairs(asked, dues), ...pairs(others, alone)])
  }
}

/**
 * The same for the looks of an idle process, which also follow the clock: a task that is asked by itself is asked again when its answer has
 * come due, the clock has moved, a write of this process brought it work, or after a while.
 */
export function duesNow(
  needs: StoreAndClock,
  tasks: readonly Task[],
): { read(): Promise<Dues>; brought(task: Task): void } {
  const { clock } = needs
  const asked = tasks.filter((task) => task.nextDueAt?.expression ?? task.looksWhen)
  const others = tasks.filter((task) => task.nextDueAt && !task.nextDueAt.expression)
  const readTogether = dueReader(needs, asked.map(expressionOf))
  const answers = new Map<Task, { due: string | undefined; untilMs: number; version: number }>()

  const ask = async (task: Task): Promise<string | undefined> => {
    if (task.isDueInMemory) return task.nextDueAt?.(clock.now())
    const known = answers.get(task)
    const { version } = clock.state()
    const isOver = known?.due !== undefined && known.due <= clock.now()
    if (known && !isOver && known.version === version && performance.now() < known.untilMs) return known.due
    // Before the answer: what is brought meanwhile may be missing from it.
    const answer = { due: undefined as string | undefined, untilMs: performance.now() + HOLDS_MS, version }
    answers.set(task, answer)
    try {
      answer.due = await task.nextDueAt?.(clock.now())
    } catch (error) {
      answers.delete(task)
      throw error
    }
    return answer.due
  }

  return {
    read: async () => {
      const { dues, state }: FollowedDues = await readTogether()
      clock.follow(state)
      return new Map([...pairs(asked, dues), ...pairs(others, await Promise.all(others.map(ask)))])
    },
    brought: (task) => {
      answers.delete(task)
    },
  }
}

function expressionOf({ nextDueAt, looksWhen }: Task): DueExpression {
  const expression = nextDueAt?.expression ?? looksWhen
  if (expression === undefined) throw new Error('the task has no expression')
  return expression
}

function pairs(tasks: readonly Task[], dues: readonly (string | undefined)[]): [Task, string][] {
  return tasks.flatMap((task, index): [Task, string][] => {
    const due = dues[index]
    return due === undefined ? [] : [[task, due]]
  })
}
