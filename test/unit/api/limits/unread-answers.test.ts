// Answers that nobody takes: a sender may leave so many, and when all together are too many, whoever has left the most loses one and others are answered.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { unreadAnswers } from '../../../../src/api/limits/unread-answers.ts'

const MIB = 1024 * 1024

function asking() {
  const hook = unreadAnswers() as unknown as (
    request: object,
    reply: object,
    payload: string,
    done: (error: Error | null) => void,
  ) => void
  const destroyed: string[] = []
  const ask = (ip: string, bytes: number, method = 'GET', hasLeft = false) => {
    const raw = Object.assign(new EventEmitter(), { destroyed: hasLeft })
    const socket = {
      destroy: () => {
        destroyed.push(ip)
        raw.emit('close')
      },
    }
    let refused: Error | null = null
    hook({ method, caller: null, ip, raw: { socket } }, { raw }, 'x'.repeat(bytes), (error) => {
      refused = error
    })
    return { raw, refused: (refused as Error | null)?.message }
  }
  return { ask, destroyed }
}

test('many answers that are short each count as one long one', () => {
  const { ask } = asking()
  const answers = Array.from({ length: 300 }, () => ask('203.0.113.1', 48 * 1024))
  const taken = answers.filter(({ refused }) => refused === undefined)
  assert.equal(taken.length, Math.floor((8 * MIB) / (48 * 1024)))
  assert.match(answers.at(-1)?.refused ?? '', /too-many-requests/)
  assert.equal(ask('203.0.113.2', 48 * 1024).refused, undefined)
  // What was done is answered.
  assert.equal(ask('203.0.113.1', 48 * 1024, 'POST').refused, undefined)
  taken[0]?.raw.emit('finish')
  assert.equal(ask('203.0.113.1', 48 * 1024).refused, undefined)
})

test('those who take nothing do not keep others from their pages', () => {
  const { ask, destroyed } = asking()
  for (let nth = 0; nth < 12; nth += 1) for (let answer = 0; answer < 8; answer += 1) ask(`203.0.113.${nth}`, MIB - 1)
  assert.deepEqual(
    destroyed.filter((ip) => ip.startsWith('198.')),
    [],
  )
  for (let nth = 0; nth < 20; nth += 1) assert.equal(ask(`198.51.100.${nth}`, 60 * 1024).refused, undefined)
  assert.deepEqual(
    destroyed.filter((ip) => ip.startsWith('198.')),
    [],
  )
  assert.ok(destroyed.length > 0)
})

test('an answer that is made after its client left is not counted', () => {
  const { ask } = asking()
  for (let later = 0; later < 20; later += 1) assert.equal(ask('203.0.113.1', MIB - 1, 'GET', true).refused, undefined)
})
